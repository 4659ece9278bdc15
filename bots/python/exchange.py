"""An exchange: what the opponent's best answer to a play is expected to take, and what the own next play may bring."""

from __future__ import annotations

from typing import TYPE_CHECKING

from table import MINE, THEIRS, Table

from arbiter.rules.cards import BIT, cards_in

if TYPE_CHECKING:
    from prover import Forecast


class Exchange:
    """What may follow the plays of a forecast; `held` is how many clan cards the opponent has in hand."""

    def __init__(self, forecast: Forecast, held: int) -> None:
        self._forecast, self._held = forecast, held
        self._hidden = [BIT[card] for card in cards_in(forecast.table.hidden)]
        self._threats = {stone: self._threaten(forecast.table, stone) for stone in forecast.weights}
        self._hopes = {stone: self._hope(forecast.table, stone) for stone in forecast.weights}

    def weigh(self, gains: dict[str, float]) -> dict[str, float]:
        """Return what plays are worth, given what they gain, counting what may follow."""
        tuning, values = self._forecast.tuning, {}
        for play, gain in gains.items():
            after = self._forecast.table.after(play)
            values[play] = gain - tuning.fear * self.answer(after) + tuning.hope * self.follow_up(after)
        return values

    def answer(self, after: Table) -> float:
        """Return how much the best answer to a play is expected to lower the chance to win the game."""
        rows = [row for stone, row in self._threats.items() if stone not in after.touched]
        rows += [self._threaten(after, stone) for stone in after.touched]
        threats = sorted((max(column) for column in zip(*filter(None, rows), strict=True)), reverse=True)
        expected, left = 0.0, 1.0
        for index, threat in enumerate(threats):
            share = min(1.0, self._held / (len(threats) - index))
            expected += left * share * threat
            left *= 1 - share
        return expected

    def follow_up(self, after: Table) -> float:
        """Return how much the best next play raises the chance to win the game, if the opponent lets it happen."""
        gains = [self._hope(after, stone) for stone in after.touched]
        gains += [hopes for stone, hopes in self._hopes.items() if stone not in after.touched]
        return max((gain for hopes in gains for bit, gain in hopes.items() if bit & after.hand), default=0.0)

    def _threaten(self, table: Table, stone: int) -> list[float]:
        """Return what each hidden card takes from a stone if the opponent plays it there; nothing if it has no room."""
        if table.is_complete(THEIRS, stone):
            return []
        weight, now = self._forecast.weights[stone], self._forecast.chance(table, stone)
        theirs = table.sides[THEIRS]
        threats, side = [], theirs[stone]
        for bit in self._hidden:
            theirs[stone] = side | bit
            threats.append(weight * (now - self._forecast.chance(table, stone, is_first=True)))
        theirs[stone] = side
        return threats

    def _hope(self, table: Table, stone: int) -> dict[int, float]:
        """Return what each clan card of the hand brings on a stone; nothing if there is no room for it."""
        if table.is_complete(MINE, stone):
            return {}
        mine, theirs, terms = table.sides[MINE][stone], table.sides[THEIRS][stone], table.terms[stone]
        chance, weight = self._forecast.reckoning.chance, self._forecast.weights[stone]
        now = chance(mine, theirs, terms, table.hand)
        bits = [BIT[card] for card in cards_in(table.hand)]
        return {bit: weight * (chance(mine | bit, theirs, terms, table.hand & ~bit) - now) for bit in bits}
