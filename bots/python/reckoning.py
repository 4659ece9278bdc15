"""A reckoning: the chance of one player to win a stone, from what both sides of it may still become."""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING

from odds import Odds, win_chance
from outs import hopes_of, outlook_of, wanted_by

from arbiter.rules.formations import size_of, strength
from arbiter.rules.proof import completion_above

if TYPE_CHECKING:
    from tuning import Tuning

DRAWS_AHEAD = 12
"""How many draws ahead a card is hoped for."""


class Reckoning:
    """The chances of one player, as of one position; what was reckoned once is kept.

    `unseen` are the clan cards that lie face up nowhere, `hand` those of them that the player holds; the player has
    `draws` cards still to come and the opponent holds `held` of the others.
    """

    def __init__(self, unseen: int, hand: int, draws: float, held: float, tuning: Tuning) -> None:
        self._unseen, self._hidden = unseen, unseen & ~hand
        hidden, draws = max(1, self._hidden.bit_count()), min(DRAWS_AHEAD, draws)
        self._own_hopes = hopes_of(round(min(1.0, tuning.own_share * draws / hidden), 2), tuning)
        self._their_hopes = hopes_of(round(min(1.0, tuning.their_share * (draws + held) / hidden), 2), tuning)
        self._doubt, self._slope, self._lead = tuning.doubt, tuning.slope, tuning.lead
        self._chances: dict[tuple[int, int, int, int, int, int], float] = {}
        self._outlooks: dict[tuple[int, int, int, int], Odds] = {}
        self._their_outlooks: dict[tuple[int, int, int], Odds] = {}

    def chance(self, mine: int, theirs: int, terms: int, hand: int, gone: int = 0, kept: int = 0) -> float:
        """Return the chance that the side `mine` comes out above `theirs`; of two complete equal ones it does not.

        `gone` are cards that have been laid elsewhere since, `kept` are in the player's hand: the opponent cannot get them.
        """
        key = mine, theirs, terms, hand & wanted_by(mine, terms), gone, kept & wanted_by(theirs, terms)
        found = self._chances.get(key)
        if found is None:
            found = self._chances[key] = self._reckon(*key)
        return found

    def _reckon(self, mine: int, theirs: int, terms: int, hand: int, gone: int, kept: int) -> float:
        size = size_of(terms)
        lacking, they_lack = size - mine.bit_count(), size - theirs.bit_count()
        hidden = self._hidden & ~(gone | kept)
        if not lacking:
            power = strength(mine, terms)
            if not they_lack:
                return float(power > strength(theirs, terms))
            if not completion_above(power, theirs, hidden, terms):
                return 1.0
        elif not they_lack and not completion_above(strength(theirs, terms), mine, hand | hidden, terms):
            return 0.0
        own, other = self._outlook(mine, terms, hand, gone), self._their_outlook(theirs, terms, gone | kept)
        tie = 0.0 if lacking and not they_lack else 0.4 if lacking else 1.0
        counted = win_chance(own, other, tie)
        row, column = min(3, lacking), min(3, they_lack)
        doubt, lead = self._doubt[row][column], self._lead[row][column]
        counted /= counted + exp(-lead) * (1 - counted) if counted else 1.0
        return (1 - doubt) * counted + doubt / (1 + exp(self._slope[row][column] * (other.worth - own.worth) - lead))

    def _outlook(self, side: int, terms: int, hand: int, gone: int) -> Odds:
        key = side, terms, hand, gone
        found = self._outlooks.get(key)
        if found is None:
            hidden = (self._hidden if side else self._unseen) & ~gone & ~hand
            found = self._outlooks[key] = outlook_of(side, terms, hand, hidden, self._own_hopes)
        return found

    def _their_outlook(self, side: int, terms: int, gone: int) -> Odds:
        key = side, terms, gone
        found = self._their_outlooks.get(key)
        if found is None:
            found = self._their_outlooks[key] = outlook_of(side, terms, 0, self._hidden & ~gone, self._their_hopes)
        return found
