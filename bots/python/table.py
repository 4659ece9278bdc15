"""The table as sets of cards, and what a play makes of it."""

from __future__ import annotations

from arbiter.rules.cards import BIT, CLAN, parse_card, parse_cards
from arbiter.rules.formations import BLIND_TERMS, MUD_TERMS, RUN_OVER_COLOUR_TERMS, size_of
from protocol.client import STONES, View

MINE, THEIRS = 0, 1
MODE_TERMS = {"blind": BLIND_TERMS, "mud": MUD_TERMS}


class Table:
    """What a seat sees, as bit masks of `arbiter.rules.cards`.

    `sides[MINE][3]` and `sides[THEIRS][3]` are the sides of stone 3, `terms[3]` its terms, `hand` the own clan cards
    and `hidden` the clan cards in the deck or with the opponent. `touched` holds the stones that the last play changed.
    """

    def __init__(self, view: View) -> None:
        ranking = RUN_OVER_COLOUR_TERMS if view.game.ranking == "run-over-colour" else 0
        self.sides = [[0] * 10, [0] * 10]
        self.terms = [ranking] * 10
        seen = parse_cards(view.discard)
        for stone in STONES:
            self.terms[stone] += BLIND_TERMS * (stone in view.blind) + MUD_TERMS * (stone in view.mud)
            for owner, cards in enumerate(view.stones[stone]):
                self.sides[owner][stone] = side = parse_cards(cards)
                seen |= side
        self.hand = parse_cards(view.hand) & CLAN
        self.hidden = CLAN & ~seen & ~self.hand
        self.touched: tuple[int, ...] = ()

    def is_complete(self, owner: int, stone: int) -> bool:
        """Whether a side has all its cards."""
        return self.sides[owner][stone].bit_count() >= size_of(self.terms[stone])

    def missing(self, stone: int) -> int:
        """Return how many cards the two sides of a stone lack together."""
        own, theirs = self.sides[MINE][stone], self.sides[THEIRS][stone]
        return 2 * size_of(self.terms[stone]) - own.bit_count() - theirs.bit_count()

    def after(self, play: str) -> Table:
        """Return the table that a legal play leaves, in the protocol's notation; cards drawn are not foreseen."""
        new = object.__new__(Table)
        new.sides, new.terms = [self.sides[MINE][:], self.sides[THEIRS][:]], self.terms[:]
        new.hand, new.hidden, new.touched = self.hand, self.hidden, ()
        card, *where = play.split()
        if card in ("banshee", "traitor", "strategist"):
            new._move(MINE if card == "strategist" else THEIRS, *where)
        elif card in MODE_TERMS:
            new.terms[int(where[0])] |= MODE_TERMS[card]
            new.touched = (int(where[0]),)
        elif card not in ("recruiter", "pass"):
            new._add(BIT[parse_card(card)], int(where[0]))
        return new

    def _move(self, owner: int, card: str, to: str = "discard") -> None:
        bit = BIT[parse_card(card)]
        source = next(stone for stone in STONES if self.sides[owner][stone] & bit)
        self.sides[owner][source] ^= bit
        self.touched = (source,)
        if to != "discard":
            self._add(bit, int(to))

    def _add(self, bit: int, stone: int) -> None:
        self.hand &= ~bit
        self.sides[MINE][stone] |= bit
        self.touched = (*(other for other in self.touched if other != stone), stone)
