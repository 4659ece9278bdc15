"""Careful: reckons the chance to win each stone, and makes the play that raises the chance to win the game most."""

from __future__ import annotations

from math import exp

from greedy import DRAWS_AHEAD, choose_deck
from odds import odds_of, win_chance
from table import MINE, THEIRS, Table

from protocol.client import STONES, Reply, View, run

SLOPE = 0.35
"""How much a difference of one formation counts while nothing is certain yet."""
PRICES = {
    **dict.fromkeys(("joker", "spy", "shield"), 0.05),
    **dict.fromkeys(("blind", "mud", "strategist", "banshee", "traitor"), 0.02),
    "recruiter": -0.01,
}
"""How much a tactics card must raise the chance to win the game to be worth playing; a recruiter also keeps the clan
cards in the hand, so that it is played when nothing else helps."""


def decide(view: View) -> Reply:
    """Return the play after which the game is most likely won."""
    forecast = Forecast(view)
    play = max(view.legal_plays(), key=forecast.gain)
    return Reply(play, draw=choose_deck(view, play))


class Forecast:
    """The chances of a seat to win each stone, and what each stone weighs in the game."""

    def __init__(self, view: View) -> None:
        self._table = Table(view)
        self._first = view.first
        hidden = max(1, self._table.hidden.bit_count())
        draws = min(DRAWS_AHEAD, view.deck[0] / 2)
        self._own_chance = round(draws / hidden, 2)
        self._their_chance = round(min(1.0, (draws + view.opponent[0]) / hidden), 2)
        opened = view.open_stones()
        self.chances = {stone: float(stone in view.mine) for stone in STONES}
        self.chances |= {stone: self._win_stone(self._table, stone) for stone in opened}
        self.weights = {stone: weigh(stone, self.chances) for stone in opened}

    def gain(self, play: str) -> float:
        """Return how much a play raises the chance to win the game, less the price of a tactics card."""
        after = self._table.after(play)
        changes = [self.weights[at] * (self._win_stone(after, at) - self.chances[at]) for at in after.touched]
        return sum(changes) - PRICES.get(play.split()[0], 0.0)

    def _win_stone(self, table: Table, stone: int) -> float:
        """Return the chance to win a stone: counted from all ways, and the more so the fewer cards are missing."""
        terms = table.terms[stone]
        mine = odds_of(table.sides[MINE][stone], terms, table.hand, table.hidden, self._own_chance)
        theirs = odds_of(table.sides[THEIRS][stone], terms, 0, table.hidden, self._their_chance)
        counted = win_chance(mine, theirs, self._win_tie(table, stone))
        doubt = min(1.0, table.missing(stone) / 6)
        return (1 - doubt) * counted + doubt / (1 + exp(SLOPE * (theirs.worth - mine.worth)))

    def _win_tie(self, table: Table, stone: int) -> float:
        if table.is_complete(MINE, stone) and table.is_complete(THEIRS, stone):
            return float(stone in self._first)
        return 0.5 + 0.5 * table.is_complete(MINE, stone) - 0.5 * table.is_complete(THEIRS, stone)


def weigh(stone: int, chances: dict[int, float]) -> float:
    """Return how much more likely the game is won with a stone than without it, all others falling by their chances."""
    values = OUTCOMES
    for other in reversed(STONES):
        half, chance = len(values) // 2, chances[other]
        pairs = zip(values[:half], values[half:], strict=True)
        if other == stone:
            values = [won - lost for lost, won in pairs]
        else:
            values = [lost + chance * (won - lost) for lost, won in pairs]
    return values[0]


def _outcome(won: int) -> float:
    """Return 1, 0 or 0.5 for a seat that gets these of the nine stones: won, lost, or won by whoever is quicker."""
    mine, theirs = (held.bit_count() >= 5 or held & held >> 1 & held >> 2 > 0 for held in (won, 511 ^ won))
    return 0.5 + 0.5 * mine - 0.5 * theirs


OUTCOMES = [_outcome(won) for won in range(512)]

if __name__ == "__main__":
    run(decide, name="Careful", author="reiver", version="1")
