"""How a game ends by the rules: by a win, or by adjudication where nobody can play any more."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final

from arbiter.rules.formations import sum_of
from arbiter.rules.plays import STONES

if TYPE_CHECKING:
    from arbiter.rules.state import State

NOBODY: Final = -1


class Ending(StrEnum):
    """How a game ends by the rules."""

    STONES = "stones"
    ADJACENT = "adjacent"
    ADJUDICATED = "adjudicated"
    DRAW = "draw"


def _ending_of(taken: int) -> Ending | None:
    if taken.bit_count() >= 5:
        return Ending.STONES
    return Ending.ADJACENT if taken & taken >> 1 & taken >> 2 else None


ENDINGS: Final = tuple(_ending_of(taken) for taken in range(512))


def adjudicate(state: State) -> None:
    """Decide a game in which nobody can play any more; the seat to move is the first to be given its claims."""
    to_move = state.seat
    for seat in (to_move, 1 - to_move):
        state.seat = seat
        for stone in state.grantable():
            state.award(stone, seat)
        if ENDINGS[state.taken[seat]]:
            state.winner = seat
            break
    else:
        _award_undecided(state)
        state.winner = _winner(state)
    state.seat = to_move
    state.ending = Ending.DRAW if state.winner == NOBODY else Ending.ADJUDICATED


def _award_undecided(state: State) -> None:
    for stone in STONES[state.open]:
        seat = _owner(state, stone)
        if seat != NOBODY:
            state.award(stone, seat)


def _owner(state: State, stone: int) -> int:
    """Return who gets a stone that no claim decides: the seat whose side is complete, else the one with more on it."""
    first, second = (state.strengths[stone] > 0, state.strengths[9 + stone] > 0)
    if first != second:
        return 0 if first else 1
    return _leader(sum_of(state.sides[stone]), sum_of(state.sides[9 + stone]))


def _winner(state: State) -> int:
    winning = [seat for seat in (0, 1) if ENDINGS[state.taken[seat]]]
    if len(winning) < 2:
        return winning[0] if winning else NOBODY
    return _leader(state.taken[0].bit_count(), state.taken[1].bit_count())


def _leader(first: int, second: int) -> int:
    return NOBODY if first == second else 0 if first > second else 1
