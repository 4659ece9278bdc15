"""An appraisal: the chance to win the game from a position where a search stops."""

from __future__ import annotations

from math import exp, log

from careful import OUTCOMES, weigh
from outs import dearly_wanted_by
from reckoning import Reckoning
from spots import mask_of_clan
from tuning import FULL_DECK, SEARCHER

from arbiter.rules.cards import CLAN
from arbiter.rules.plays import STONES
from arbiter.rules.state import State

LIKELY = 0.996
"""The most that the chances of the stones are trusted."""
START, LATER = 0.76, -1.07
"""What it tells to be to move with the deck full, as the logarithm of odds, and how that changes until it is empty.

These numbers and the next two are a logistic regression on 380,000 positions of games between two players like the
searcher's policy.
"""
STEEPNESS, CLARITY = 1.22, 0.15
"""How much the chances of the stones tell with the deck full, and how much more once it is empty."""


class Appraisal:
    """The hopes of the seat to move as of the position `table`, the clan cards in the `deck` and `held` by the opponent.

    `weights` are what the stones weigh in the game.
    """

    def __init__(self, table: State, held: int, deck: int) -> None:
        self._seat, emptiness = table.seat, 1 - min(1.0, deck / FULL_DECK)
        self._start, self._steepness = START + LATER * emptiness, STEEPNESS + CLARITY * emptiness
        self._unseen = CLAN & ~table.seen
        self._reckoning = Reckoning(self._unseen, mask_of_clan(table.hands[table.seat]), deck / 2, held, SEARCHER)
        chances = dict(enumerate(self._chances(table), 1))
        self.weights = [weigh(stone, chances) for stone in chances]

    def value(self, state: State) -> float:
        """Return the chance of the seat at the root to win from here, where it is to move."""
        if state.ending is not None:
            return 0.5 if state.winner < 0 else float(state.winner == self._seat)
        won = min(LIKELY, max(1 - LIKELY, fold(self._chances(state))))
        return 1 / (1 + exp(-self._start - self._steepness * log(won / (1 - won))))

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
