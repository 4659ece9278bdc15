"""A result: one finished game as a row of the journal, without its record."""

from collections.abc import Sequence
from typing import NamedTuple

from arbiter.record import GameRecord, TurnRecord
from tournaments.course import Claims, course_of
from tournaments.games import pairing_of


class Result(NamedTuple):
    """A row of the table ``games`` without its record; `winner` and `fault_seat` are seats, times of whole turns.

    What `…_claims`, `…_early`, `…_late`, `…_refused` and `deck_out` count is told in `tournaments.course`.
    """

    id: str
    pairing: str
    variant: str
    deal: int
    first: str
    second: str
    ending: str
    winner: int | None
    fault_seat: int | None
    fault: str | None
    first_stones: int
    second_stones: int
    first_points: int
    second_points: int
    plies: int
    wall_ns: int
    first_turns: int
    first_ns: int
    first_worst_ns: int
    second_turns: int
    second_ns: int
    second_worst_ns: int
    deck_out: int | None
    first_claims: int
    first_early: int
    first_late: int
    first_refused: int
    second_claims: int
    second_early: int
    second_late: int
    second_refused: int
    started: str

    @staticmethod
    def of(record: GameRecord) -> "Result":
        """Return the row of a record."""
        result, (first, second) = record.result, record.bots
        fault, course = result.fault, course_of(record)
        mine, theirs = (_turn_times(record.turns, seat) for seat in (0, 1))
        return Result(
            id=record.id,
            pairing=pairing_of(first.key, second.key),
            variant=record.rules.variant,
            deal=record.deal.number,
            first=first.key,
            second=second.key,
            ending=result.ending,
            winner=result.winner,
            fault_seat=fault.seat if fault else None,
            fault=fault.kind if fault else None,
            first_stones=result.stones[0],
            second_stones=result.stones[1],
            first_points=result.points[0],
            second_points=result.points[1],
            plies=len(mine) + len(theirs),
            wall_ns=record.wall_ns,
            first_turns=len(mine),
            first_ns=sum(mine),
            first_worst_ns=max(mine, default=0),
            second_turns=len(theirs),
            second_ns=sum(theirs),
            second_worst_ns=max(theirs, default=0),
            deck_out=course.deck_out,
            **_claims("first", course.claims[0]),
            **_claims("second", course.claims[1]),
            started=record.started,
        )


class Sum(NamedTuple):
    """Rows of the same two seats and the same outcome in one: how many `games`, and the sums of what they have.

    `first_worst_ns` and `second_worst_ns` are the highest of all.
    """

    first: str
    second: str
    winner: int | None
    fault_seat: int | None
    fault: str | None
    games: int
    first_points: int
    second_points: int
    first_stones: int
    second_stones: int
    first_turns: int
    second_turns: int
    first_ns: int
    second_ns: int
    first_worst_ns: int
    second_worst_ns: int


def _claims(seat: str, claims: Claims) -> dict[str, int]:
    return {
        f"{seat}_claims": claims.granted,
        f"{seat}_early": claims.early,
        f"{seat}_late": claims.late,
        f"{seat}_refused": claims.refused,
    }


def _turn_times(turns: Sequence[TurnRecord], seat: int) -> list[int]:
    """Return how long each turn of a seat took, the recruiter's second step included."""
    times: dict[int, int] = {}
    for turn in turns:
        if turn.seat == seat:
            times[turn.turn] = times.get(turn.turn, 0) + turn.wall_ns
    return list(times.values())
