"""Prover: counts the outs of both sides of each stone, times its claims by them, and spends each card but once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from careful import PRICES, weigh
from exchange import Exchange
from greedy import choose_deck
from outs import wanted_by
from reckoning import Reckoning
from table import MINE, THEIRS, Table
from tuning import FULL_DECK, PROVER, Tuning

from arbiter.rules.cards import BIT, CLAN, parse_card
from protocol.client import STONES, Reply, View, run

if TYPE_CHECKING:
    from collections.abc import Iterable

CANDIDATES = 8
"""How many plays are looked at more closely: what may follow them?"""


def decide(view: View) -> Reply:
    """Return the play after which the game is most likely won, counting what may follow."""
    forecast = Forecast(view, PROVER)
    values = Exchange(forecast, view.opponent[0]).weigh(forecast.promising(view.legal_plays()))
    play = max(values, key=values.__getitem__)
    return Reply(play, draw=choose_deck(view, play))


class Forecast:
    """The chances of a seat to win each stone, and what each stone weighs in the game."""

    def __init__(self, view: View, tuning: Tuning) -> None:
        self.tuning = tuning
        self.table = table = Table(view)
        self.reckoning = Reckoning(table.hidden | table.hand, table.hand, view.deck[0] / 2, view.opponent[0], tuning)
        self._first, self._opened = view.first, view.open_stones()
        self._fullness = min(1.0, view.deck[0] / FULL_DECK)
        self.chances = {stone: float(stone in view.mine) for stone in STONES}
        self.chances |= {stone: self.chance(table, stone) for stone in self._opened}
        self.weights = {stone: weigh(stone, self.chances) for stone in self._opened}
        self._losses: dict[str, dict[int, float]] = {}

    def promising(self, plays: Iterable[str]) -> dict[str, float]:
        """Return the plays that gain most, each with its gain, the best first."""
        gains = {play: self.gain(play) for play in plays}
        return {play: gains[play] for play in sorted(gains, key=gains.__getitem__, reverse=True)[:CANDIDATES]}

    def gain(self, play: str) -> float:
        """Return how much a play raises the chance to win the game, less the price of the card."""
        after = self.table.after(play)
        card = play.split()[0]
        gained = sum([self.weights[at] * (self.chance(after, at) - self.chances[at]) for at in after.touched])
        if len(card) > 2:
            return gained - self.tuning.dearness * PRICES.get(card, 0.0)
        if card not in self._losses:
            self._losses[card] = self._lose(BIT[parse_card(card)])
        lost = sum([loss for at, loss in self._losses[card].items() if at not in after.touched])
        tuning = self.tuning
        return gained + tuning.spent * lost + self._fullness * (tuning.early * gained - tuning.thrift * int(card[1]))

    def chance(self, table: Table, stone: int, *, is_first: bool = False) -> float:
        """Return the chance to win a stone of a table; `is_first` tells that the own side was completed first."""
        mine, theirs, terms = table.sides[MINE][stone], table.sides[THEIRS][stone], table.terms[stone]
        is_first = is_first or stone in self._first
        if is_first and table.is_complete(MINE, stone) and table.is_complete(THEIRS, stone):
            return 1.0 - self.reckoning.chance(theirs, mine, terms, 0)
        return self.reckoning.chance(mine, theirs, terms, table.hand & CLAN)

    def _lose(self, bit: int) -> dict[int, float]:
        """Return, for the stones that want a card of the hand, how much their chance falls once it is gone."""
        table, losses = self.table, {}
        for stone in self._opened:
            side, terms = table.sides[MINE][stone], table.terms[stone]
            if side and not table.is_complete(MINE, stone) and wanted_by(side, terms) & bit:
                chance = self.reckoning.chance(side, table.sides[THEIRS][stone], terms, table.hand & ~bit)
                losses[stone] = self.weights[stone] * (chance - self.chances[stone])
        return losses


if __name__ == "__main__":
    run(decide, name="Prover", author="reiver", version="3")
