"""Records of games that were never played by a process: replies that a referee has heard."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from arbiter.order import Order
from arbiter.process import Program
from arbiter.record import GameRecord, decode, encode
from arbiter.referee import Referee
from arbiter.scribe import record_game

PROGRAMS = [Program(key, (f"/bots/{key}",), Path()) for key in ("anne", "bert")]
WALL_NS = 2_500_000


def recorded(order: Order, replies: Sequence[str], end: Callable[[Referee], None] | None = None) -> GameRecord:
    """Return the record of a game with these replies, given by whoever is asked, and an end if need be."""
    referee = heard(order, replies)
    if end:
        end(referee)
    return record_of(referee)


def record_of(referee: Referee) -> GameRecord:
    """Return the record of a game that is over."""
    assert referee.verdict, "the game is not over"
    sends(referee)
    return decode(encode(record_game(referee, [None, None], PROGRAMS, datetime.now(UTC), 5_000_000)))


def heard(order: Order, replies: Sequence[str]) -> Referee:
    """Return a referee that has heard these replies."""
    referee = Referee(order, 0)
    referee.open()
    sends(referee)
    for seat, line in [(0, "ok"), (1, "ok"), *((-1, reply) for reply in replies)]:
        say(referee, referee.asked >> 1 if seat < 0 else seat, line)
    return referee


def say(referee: Referee, seat: int, line: str) -> None:
    """Let the referee hear a line of a seat."""
    referee.hear(seat, line.encode(), 0, WALL_NS, WALL_NS // 2)
    sends(referee)


def sends(referee: Referee) -> None:
    """Write what is sent into the transcript, as a table does."""
    for seat, text in referee.take_sends():
        referee.transcript.add((0, seat, ">", text.encode()))
