"""An appraisal: the chance to win the game from a position where a search stops."""

from __future__ import annotations

from math import exp, log

from careful import OUTCOMES, weigh
from outs import dearly_wanted_by
from prover import FULL_DECK
from reckoning import Reckoning
from spots import mask_of_clan

from arbiter.rules.cards import CLAN
from arbiter.rules.formations import size_of
from arbiter.rules.plays import STONES
from arbiter.rules.state import State

LIKELY = 0.996
"""The most that the chances of the stones are trusted."""
STEEPNESS = ((3.8, -0.7, -1.5, 1.1), (-0.2, -1.0, 0.3, -0.7), (1.8, -0.8, 2.5, -1.2), (0.6, -0.1, 3.9, 0.2))
"""What the chance to win a stone tells besides, for a side that lacks 0 to 3 cards against one that lacks 0 to 3.

These numbers, the next ones and those in `value` are a logistic regression on 550,000 positions of games between two
players like the prover.
"""
TEMPO = ((0.47, -0.19, 0.26, 0.19), (-0.65, -0.38, -0.09, 0.23), (-0.23, -0.27, -0.68, 0.69), (-0.46, 0.75, 0.34, 1.17))
"""What such a stone tells whatever the chance to win it."""


class Appraisal:
    """The hopes of the seat to move as of the position `table`, the clan cards in the `deck` and `held` by the opponent."""

    def __init__(self, table: State, held: int, deck: int) -> None:
        self._seat, self._fullness = table.seat, min(1.0, deck / FULL_DECK)
        self._unseen = CLAN & ~table.seen
        self._reckoning = Reckoning(self._unseen, mask_of_clan(table.hands[table.seat]), deck / 2, held)
        chances = dict(enumerate(self._chances(table), 1))
        self._weights = [weigh(stone, chances) for stone in chances]

    def value(self, state: State) -> float:
        """Return the chance of the seat at the root to win from here, where it is to move."""
        if state.ending is not None:
            return 0.5 if state.winner < 0 else float(state.winner == self._seat)
        chances, fullness = self._chances(state), self._fullness
        won = min(LIKELY, max(1 - LIKELY, fold(chances)))
        odds = log(won / (1 - won))
        odds = odds * (1.74 - 0.67 * fullness - 0.1 * abs(odds)) - 0.1 - 0.89 * fullness
        for stone in STONES[state.open]:
            row, column = self._lacking(state, self._seat, stone), self._lacking(state, 1 - self._seat, stone)
            told = STEEPNESS[row][column] * (chances[stone] - 0.5) + TEMPO[row][column]
            odds += self._weights[stone] * told
        return 1 / (1 + exp(-odds))

    def _chances(self, state: State) -> list[float]:
        """Return the chance to win each of the nine stones."""
        seat, sides, gone = self._seat, state.sides, state.seen & self._unseen
        hand, chances = mask_of_clan(state.hands[seat]), [float(state.taken[seat] >> stone & 1) for stone in range(9)]
        for stone in STONES[state.open]:
            own, other, terms = seat * 9 + stone, 9 - seat * 9 + stone, state.terms[stone]
            if state.strengths[own] == state.strengths[other] > 0:
                chances[stone] = float(state.finished[own] < state.finished[other])
                continue
            mine, theirs = sides[own], sides[other]
            dear = dearly_wanted_by(mine, terms)
            seen = gone & (dear | dearly_wanted_by(theirs, terms))
            chances[stone] = self._reckoning.chance(mine, theirs, terms, hand & dear, seen)
        return chances

    def _lacking(self, state: State, seat: int, stone: int) -> int:
        """Return how many cards a side lacks, at most 3."""
        return min(3, size_of(state.terms[stone]) - state.sides[seat * 9 + stone].bit_count())


def fold(chances: list[float]) -> float:
    """Return the chance to win the game from those to win each stone."""
    values = OUTCOMES
    for chance in reversed(chances):
        half = len(values) // 2
        if chance in (0.0, 1.0):
            values = values[half:] if chance else values[:half]
        else:
            values = [low + chance * (high - low) for low, high in zip(values[:half], values[half:], strict=True)]
    return values[0]
