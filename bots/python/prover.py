"""Prover: counts the outs of both sides of each stone, times its claims by them, and spends each card but once."""

from __future__ import annotations

from careful import PRICES, weigh
from greedy import choose_deck
from outs import wanted_by
from reckoning import Reckoning
from table import MINE, THEIRS, Table

from arbiter.rules.cards import BIT, CLAN, parse_card
from protocol.client import STONES, Reply, View, run

SPENT = 1.1
"""How much it counts that a card which is played on one stone is gone for the others."""


def decide(view: View) -> Reply:
    """Return the play after which the game is most likely won."""
    play = max(view.legal_plays(), key=Forecast(view).gain)
    return Reply(play, draw=choose_deck(view, play))


class Forecast:
    """The chances of a seat to win each stone, and what each stone weighs in the game."""

    def __init__(self, view: View) -> None:
        self._table = table = Table(view)
        self._first = view.first
        self._reckoning = Reckoning(table.hidden | table.hand, table.hand, view.deck[0] / 2, view.opponent[0])
        self._opened = view.open_stones()
        self.chances = {stone: float(stone in view.mine) for stone in STONES}
        self.chances |= {stone: self._chance(table, stone) for stone in self._opened}
        self.weights = {stone: weigh(stone, self.chances) for stone in self._opened}
        self._losses: dict[str, dict[int, float]] = {}

    def gain(self, play: str) -> float:
        """Return how much a play raises the chance to win the game, less the price of a tactics card."""
        after = self._table.after(play)
        card = play.split()[0]
        gained = sum([self.weights[at] * (self._chance(after, at) - self.chances[at]) for at in after.touched])
        if len(card) > 2:
            return gained - PRICES.get(card, 0.0)
        if card not in self._losses:
            self._losses[card] = self._lose(BIT[parse_card(card)])
        return gained + SPENT * sum([loss for at, loss in self._losses[card].items() if at not in after.touched])

    def _lose(self, bit: int) -> dict[int, float]:
        """Return, for the stones that want a card of the hand, how much their chance falls once it is gone."""
        table, losses = self._table, {}
        for stone in self._opened:
            side, terms = table.sides[MINE][stone], table.terms[stone]
            if side and not table.is_complete(MINE, stone) and wanted_by(side, terms) & bit:
                chance = self._reckoning.chance(side, table.sides[THEIRS][stone], terms, table.hand & ~bit)
                losses[stone] = self.weights[stone] * (chance - self.chances[stone])
        return losses

    def _chance(self, table: Table, stone: int) -> float:
        mine, theirs, terms = table.sides[MINE][stone], table.sides[THEIRS][stone], table.terms[stone]
        if stone in self._first and table.is_complete(MINE, stone) and table.is_complete(THEIRS, stone):
            return 1.0 - self._reckoning.chance(theirs, mine, terms, 0)
        return self._reckoning.chance(mine, theirs, terms, table.hand & CLAN)


if __name__ == "__main__":
    run(decide, name="Prover", author="reiver", version="1")
