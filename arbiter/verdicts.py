"""How a game ends: by the rules, by a bot's fault, or void."""

from dataclasses import dataclass
from enum import StrEnum

from arbiter.rules.state import NOBODY


class FaultKind(StrEnum):
    """The faults of protocol/SPEC.md."""

    STARTUP = "startup"
    MALFORMED = "malformed"
    ILLEGAL = "illegal"
    TIMEOUT = "timeout"
    CRASH = "crash"
    FLOOD = "flood"
    MEMORY = "memory"


@dataclass(frozen=True, slots=True)
class Fault:
    """What a bot did wrong; it loses the game for `seat` alone.

    `why` is a sentence for people. Where a line is to blame, `line` is that line (shortened, printable), `column` the
    place in it from 1, `expected` what should have stood there, and `legal` the legal answers.
    """

    seat: int
    kind: FaultKind
    why: str
    line: str = ""
    column: int = 0
    expected: str = ""
    legal: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """The end of a game. `ending` is an `Ending` of the rules, a `FaultKind` or ``void``; `winner` a seat or `NOBODY`.

    `stones` and `points` are those of seat 0 and seat 1.
    """

    ending: str
    winner: int
    why: str
    stones: tuple[int, int]
    points: tuple[int, int]
    fault: Fault | None = None


VOID = "void"


def forfeit(fault: Fault, stones: tuple[int, int]) -> Verdict:
    """Return the verdict on a fault: the other seat wins the round's five points, the faulty one scores none."""
    winner = 1 - fault.seat
    return Verdict(fault.kind, winner, fault.why, stones, (5, 0) if winner == 0 else (0, 5), fault)


def void(why: str, stones: tuple[int, int] = (0, 0)) -> Verdict:
    """Return the verdict on a game that neither bot is to blame for."""
    return Verdict(VOID, NOBODY, why, stones, (0, 0))
