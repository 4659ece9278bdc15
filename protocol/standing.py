"""Which message a bot may send when: the table of SPEC.md."""

from enum import Enum, auto

from protocol.messages import Author, Name, Note, Ok, Option, Pass, Play, Pong, Ready, Return, Version


class Standing(Enum):
    """Where a bot is in its conversation with the arbiter."""

    GREETING = auto()
    IDLE = auto()
    PINGED = auto()
    SETTING_UP = auto()
    WAITING = auto()
    ON_TURN = auto()
    RETURNING = auto()


NEXT: dict[tuple[Standing, type], Standing] = {
    (Standing.GREETING, Name): Standing.GREETING,
    (Standing.GREETING, Author): Standing.GREETING,
    (Standing.GREETING, Version): Standing.GREETING,
    (Standing.GREETING, Option): Standing.GREETING,
    (Standing.GREETING, Ready): Standing.IDLE,
    (Standing.PINGED, Pong): Standing.IDLE,
    (Standing.SETTING_UP, Ok): Standing.WAITING,
    (Standing.ON_TURN, Play): Standing.WAITING,
    (Standing.ON_TURN, Pass): Standing.WAITING,
    (Standing.RETURNING, Return): Standing.WAITING,
    **{(standing, Note): standing for standing in Standing},
}

EXPECTED: dict[Standing, str] = {
    Standing.GREETING: "name, author, version, option or ready",
    Standing.IDLE: "nothing but note: no game is going on",
    Standing.PINGED: "pong",
    Standing.SETTING_UP: "ok",
    Standing.WAITING: "nothing but note: it is not your turn",
    Standing.ON_TURN: "play or pass",
    Standing.RETURNING: "return",
}
