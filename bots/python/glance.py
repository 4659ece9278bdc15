"""A glance: what either seat may play, and with what gain, in some microseconds: a search follows lines by the thousand."""

from __future__ import annotations

from careful import PRICES
from outs import wanted_by
from reckoning import Reckoning
from spots import playable, spots_of, weights_of

from arbiter.rules.cards import BIT, CLAN, NAMES, SHIELD
from arbiter.rules.state import State

LOST = 0.05
"""A chance so small that a stone is a good place for a card that no other wants."""
FREE = 0.5
"""The part of a hand that is there for a stone that wants it; a glance does not look which cards it holds."""
PRICE_OF = [PRICES[NAMES[card]] if 54 <= card <= SHIELD else 0.0 for card in range(64)]
Scored = list[tuple[float, int]]


class Row(dict[int, float]):
    """The chances to win a stone against one side of it, by the own side, each reckoned when it is first asked for."""

    def __init__(self, reckoning: Reckoning, theirs: int, terms: int) -> None:
        self._reckoning, self._theirs, self._terms = reckoning, theirs, terms

    def __missing__(self, mine: int) -> float:
        found = self[mine] = self._reckoning.chance(mine, self._theirs, self._terms, 0)
        return found


class Rows(dict[int, Row]):
    """The rows against every side, by ``side << 3 | terms``."""

    def __init__(self, reckoning: Reckoning) -> None:
        self._reckoning = reckoning

    def __missing__(self, key: int) -> Row:
        found = self[key] = Row(self._reckoning, key >> 3, key & 7)
        return found


class Glance:
    """The hopes of both seats as of the position `table`, the clan cards in the `deck` and `held` in a hand."""

    def __init__(self, table: State, held: int, deck: int) -> None:
        self._rows = Rows(Reckoning(CLAN & ~table.seen, 0, deck / 2 + FREE * held, held))

    def plays(self, state: State) -> Scored:
        """Return (gain, play) of the clan cards and elite troops of the seat to move, all legal plays if it has none.

        Of stones that are empty on both sides only the weightiest is looked at, and cards that a side does not want
        only where it is lost.
        """
        seat, terms, rows, cards = state.seat, state.terms, self._rows, playable(state)
        weights = weights_of(state.taken[seat], state.taken[1 - seat])
        scored: Scored = []
        for stone, mine, theirs in spots_of(state, weights):
            row, weight = rows[theirs << 3 | terms[stone]], weights[stone]
            before = row[mine]
            wanted = (before > LOST and wanted_by(mine, terms[stone])) or -1
            for card in cards:
                if wanted & BIT[card]:
                    scored.append((weight * (row[mine | BIT[card]] - before) - PRICE_OF[card], card + (stone << 6)))
        return scored or [(0.0, play) for play in state.legal_plays()]
