"""The table as sets of cards, and what a play makes of it."""

from __future__ import annotations

from arbiter.rules.cards import CLAN, NAMES, parse_card, parse_cards
from arbiter.rules.formations import BLIND_TERMS, MUD_TERMS, RUN_OVER_COLOUR_TERMS
from arbiter.rules.proof import judge
from protocol.client import STONES, View

MINE, THEIRS = 0, 1


class Table:
    """What a seat sees, by stone: `sides[MINE]` and `sides[THEIRS]`, `terms`; and `hand`, `hidden`, `unseen` clan cards.

    The cards are bit masks as in `arbiter.rules.cards`, lists have an unused entry 0 so that stone 3 is entry 3. `open` lists
    the stones nobody has claimed. `is_first[stone]` tells whether a tie there is won.
    """

    def __init__(self, view: View) -> None:
        self.sides = [[0] * 10, [0] * 10]
        ranking = RUN_OVER_COLOUR_TERMS if view.game.ranking == "run-over-colour" else 0
        self.terms = [ranking] * 10
        seen = parse_cards(view.discard)
        for stone, sides in view.stones.items():
            for owner in (MINE, THEIRS):
                self.sides[owner][stone] = side = parse_cards(sides[owner])
                seen |= side
        for stone in STONES:
            self.terms[stone] += BLIND_TERMS * (stone in view.blind) + MUD_TERMS * (stone in view.mud)
        self.hand = parse_cards(view.hand) & CLAN
        self.unseen = CLAN & ~seen
        self.hidden = self.unseen & ~self.hand
        self.open = view.open_stones()
        self.is_first = [stone in view.first for stone in range(10)]
