"""How a game ends: by the rules, by a bot's fault, or void."""

from dataclasses import dataclass
from enum import StrEnum

from arbiter.rules.state import NOBODY, Ending
from arbiter.transcript import shown
from protocol.messages import Result


class FaultKind(StrEnum):
    """The faults of protocol/SPEC.md."""

    STARTUP = "startup"
    MALFORMED = "malformed"
    ILLEGAL = "illegal"
    TIMEOUT = "timeout"
    CRASH = "crash"
    FLOOD = "flood"
    MEMORY = "memory"
    PROCESSES = "processes"
    CPU = "cpu"


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


WHY: dict[str, str] = {
    Ending.STONES: "five stones",
    Ending.ADJACENT: "three adjacent stones",
    Ending.ADJUDICATED: "neither player could play any more",
    Ending.DRAW: "neither player could play any more, and nobody has won",
}


def result_for(verdict: Verdict, seat: int) -> Result:
    """Return the message that tells a seat the verdict."""
    outcome = "void" if verdict.ending == VOID else "draw"
    if verdict.winner != NOBODY:
        outcome = "win" if verdict.winner == seat else "loss"
    fault = verdict.fault
    blame = "none" if fault is None else "you" if fault.seat == seat else "opponent"
    stones, points = verdict.stones, verdict.points
    if seat:
        stones, points = stones[::-1], points[::-1]
    return Result(outcome, verdict.ending, blame, stones, points, shown(verdict.why))
