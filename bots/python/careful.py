"""Careful: counts what both sides of a stone can still become, and fights for the stones that decide the game."""

from __future__ import annotations

import os
from math import exp

from greedy import choose_deck
from odds import Odds, odds_of, win_chance
from table import MINE, THEIRS, Table

from protocol.client import STONES, Reply, View, run

P=dict(own=6.,opp=5.,slope=.7,elite=.05,mode=.02,ruse=.02,recruiter=-.01)
for kv in os.environ.get('CAR','').split(','):
    if kv: k,v=kv.split('='); P[k]=float(v)


def _outcome(taken: int) -> float:
    wins = [won.bit_count() >= 5 or bool(won & won >> 1 & won >> 2) for won in (taken, 511 ^ taken)]
    return 0.5 if all(wins) else float(wins[0])


OUTCOMES = [_outcome(taken) for taken in range(512)]


def decide(view: View) -> Reply:
    """Return the play after which the game is most likely won."""
    judge = Judge(view)
    closed = view.complete_stones() if view.game.is_expert else ()
    play = max(view.legal_plays(closed), key=judge.score)
    return Reply(play, draw=choose_deck(view, play))


class Judge:
    def __init__(self, view: View) -> None:
        self.table = Table(view)
        hidden = max(1, self.table.hidden.bit_count())
        draws = view.deck[0] / 2
        self.own_chance = round(min(P['own'], draws) / hidden, 2)
        self.their_chance = min(1.0, round((view.opponent[0] + min(P['opp'], draws)) / hidden, 2))
        self.first = view.first
        self.chances = [1.0 if stone in view.mine else 0.0 for stone in range(10)]
        self.open = view.open_stones()
        for stone in self.open:
            self.chances[stone] = self.chance(self.table, stone)
        self.weights = [self.weight(stone) if stone in self.open else 0.0 for stone in range(10)]

    def score(self, play: str) -> float:
        card = play.split()[0]
        after = self.table.after(play)
        total = sum([self.weights[s] * (self.chance(after, s) - self.chances[s]) for s in after.touched])
        if len(card) > 2:
            total -= P['elite'] if card in ('joker','spy','shield') else P['mode'] if card in ('blind','mud') else P['recruiter'] if card=='recruiter' else 0 if card=='pass' else P['ruse']
        return total

    def chance(self, table: Table, stone: int) -> float:
        terms, missing = table.terms[stone], table.missing(stone)
        mine = odds_of(table.sides[MINE][stone], terms, table.hand, table.hidden, self.own_chance)
        theirs = odds_of(table.sides[THEIRS][stone], terms, 0, table.hidden, self.their_chance)
        counted = win_chance(mine, theirs, self.tie(table, stone))
        doubt = missing / 6
        return (1 - doubt) * counted + doubt / (1 + exp(P['slope'] * (theirs.worth - mine.worth)))

    def tie(self, table, stone) -> float:
        if table.is_complete(MINE, stone):
            return 1.0 if stone in self.first or not table.is_complete(THEIRS, stone) else 0.0
        return 0.0 if table.is_complete(THEIRS, stone) else 0.5

    def weight(self, stone: int) -> float:
        chances = self.chances[1:]
        chances[stone - 1] = 1.0
        won = win_game(chances)
        chances[stone - 1] = 0.0
        return won - win_game(chances)


def win_game(chances):
    values = OUTCOMES
    for chance in reversed(chances):
        half = len(values) // 2
        values = [lost + chance * (won - lost) for lost, won in zip(values[:half], values[half:])]
    return values[0]


if __name__ == "__main__":
    run(decide, name="Careful", author="reiver", version="1")
