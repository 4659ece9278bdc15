"""Which message a bot may send when: the table of SPEC.md."""

from enum import IntEnum
from typing import Final

from protocol.messages import Author, Name, Note, Ok, Option, Pass, Play, Pong, Ready, Return, Version


class Standing(IntEnum):
    """Where a bot is in its conversation with the arbiter."""

    GREETING = 0
    IDLE = 1
    PINGED = 2
    SETTING_UP = 3
    WAITING = 4
    ON_TURN = 5
    RETURNING = 6


NEXT: Final[dict[Standing, dict[type, Standing]]] = {
    Standing.GREETING: {
        Name: Standing.GREETING,
        Author: Standing.GREETING,
        Version: Standing.GREETING,
        Option: Standing.GREETING,
        Note: Standing.GREETING,
        Ready: Standing.IDLE,
    },
    Standing.IDLE: {Note: Standing.IDLE},
    Standing.PINGED: {Note: Standing.PINGED, Pong: Standing.IDLE},
    Standing.SETTING_UP: {Note: Standing.SETTING_UP, Ok: Standing.WAITING},
    Standing.WAITING: {Note: Standing.WAITING},
    Standing.ON_TURN: {Note: Standing.ON_TURN, Play: Standing.WAITING, Pass: Standing.WAITING},
    Standing.RETURNING: {Note: Standing.RETURNING, Return: Standing.WAITING},
}

EXPECTED: Final[dict[Standing, str]] = {
    Standing.GREETING: "name, author, version, option or ready",
    Standing.IDLE: "nothing but note: no game is going on",
    Standing.PINGED: "pong",
    Standing.SETTING_UP: "ok",
    Standing.WAITING: "nothing but note: it is not your turn",
    Standing.ON_TURN: "play or pass",
    Standing.RETURNING: "return",
}
