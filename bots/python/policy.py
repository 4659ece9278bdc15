"""A policy: what either seat may play in a position where all is known, and how much it likes it, as the prover reckons.

A search follows lines by the hundred, so that what was reckoned for a stone is kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from careful import PRICES
from outs import dearly_wanted_by, wanted_by
from reckoning import Reckoning
from spots import playable, spots_of
from tuning import FULL_DECK, Tuning

from arbiter.rules.cards import BIT, CLAN, CLAN_CARDS, ELITES, NAMES, SHIELD, VALUE_OF, cards_in
from arbiter.rules.state import State

LOST = 0.05
"""A chance so small that a stone is a good place for a card that no other wants."""
PRICE_OF = [PRICES[NAMES[card]] if 54 <= card <= SHIELD else 0.0 for card in range(64)]
Scored = list[tuple[float, int]]


class Prospect(NamedTuple):
    """What a stone has to do with the hand of the seat to move.

    `gains`: (card, how much the chance to win the stone rises if the card is laid there, and falls if it is laid
    elsewhere). `spare`: other cards that may as well be laid there, for it is lost.
    """

    gains: tuple[tuple[int, float, float], ...]
    spare: int


class Policy:
    """The likings of both seats as of the position `table`, with the clan cards in the `deck` and `held` in a hand.

    `weights` are what the stones weigh in the game.
    """

    def __init__(self, table: State, held: int, deck: int, weights: Sequence[float], tuning: Tuning) -> None:
        unseen = CLAN & ~table.seen
        count = max(1, unseen.bit_count())
        # Either seat sees its own hand: what the other may get lies among fewer cards.
        share = count / max(1, count - held)
        self._chance = Reckoning(unseen, 0, deck / 2 * share, held * share, tuning).chance
        self._weights, self._spent, self._dearness = weights, tuning.spent, tuning.dearness
        fullness = min(1.0, deck / FULL_DECK)
        self._stake = 1 + fullness * tuning.early
        self._keep = [fullness * tuning.thrift * VALUE_OF[card] for card in CLAN_CARDS]
        self._prospects: dict[tuple[int, int, int, int, int], Prospect] = {}

    def plays(self, state: State) -> Scored:
        """Return (score, play) of the clan cards and elite troops of the seat to move, all legal plays if it has none.

        Of stones that are empty on both sides only the weightiest is looked at, and cards that a side does not want
        dearly only where it is lost.
        """
        cards, terms, weights, hand = playable(state), state.terms, self._weights, 0
        for card in cards:
            hand |= BIT[card]
        prospects, known = self._prospects, hand & CLAN
        losses, lays = [0.0] * 64, []
        for stone, mine, theirs in spots_of(state, weights):
            helpful = hand & (wanted_by(mine, terms[stone]) | ELITES) if mine else hand
            key = mine, theirs, terms[stone], helpful, known & dearly_wanted_by(theirs, terms[stone])
            prospect = prospects.get(key)
            if prospect is None:
                prospect = prospects[key] = self._prospect(*key)
            weight = weights[stone]
            for card, gain, loss in prospect.gains:
                loss *= weight
                losses[card] += loss
                lays.append((weight * gain, loss, card, stone))
            if prospect.spare:
                lays += [(0.0, 0.0, card, stone) for card in cards if prospect.spare & BIT[card]]
        spent, stake, keep, dearness = self._spent, self._stake, self._keep, self._dearness
        scored = [
            (stake * gain + spent * (losses[card] - loss) - keep[card], card + (stone << 6))
            if card < 54
            else (gain - dearness * PRICE_OF[card], card + (stone << 6))
            for gain, loss, card, stone in lays
        ]
        return scored or [(0.0, play) for play in state.legal_plays()]

    def _prospect(self, mine: int, theirs: int, terms: int, helpful: int, blocked: int) -> Prospect:
        own, dear, gains = helpful & CLAN, dearly_wanted_by(mine, terms), []
        laid = helpful & (dear | ELITES) if mine else helpful
        before = self._chance(mine, theirs, terms, own & dear, 0, blocked)
        for card in cards_in(laid):
            side, left = mine | BIT[card], own & ~BIT[card]
            gain = self._chance(side, theirs, terms, left & dearly_wanted_by(side, terms), 0, blocked) - before
            loss = self._chance(mine, theirs, terms, left & dear, 0, blocked) - before if BIT[card] & dear else 0.0
            gains.append((card, gain, loss))
        return Prospect(tuple(gains), ~laid if before < LOST else 0)
