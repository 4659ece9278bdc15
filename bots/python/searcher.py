"""Searcher: guesses the hidden cards over and over, plays each promising play on in every guess, and keeps the best."""

from __future__ import annotations

from random import Random
from time import monotonic_ns, process_time_ns

from determinize import Worlds
from greedy import choose_deck
from instinct import Instinct, advance, claim_all
from prover import Forecast
from tree import Tree

from arbiter.rules.notation import parse_play
from arbiter.rules.state import State
from protocol.client import Option, Reply, View, run

OPTIONS = [
    Option.integer("think_ms", 100, 1, 3_600_000),
    Option.integer("share", 10, 1, 100),
    Option.integer("simulations", 0, 0, 10_000_000),
]
CANDIDATES = 8
TRUST = 1.0
"""How much the prover's opinion of a play counts beside what the search found."""
MARGIN_MS = 15
LEAST_MS = 25
MS = 1_000_000


def decide(view: View) -> Reply:
    """Return the play that did best in the time there was."""
    clock = Clock(view)
    plays = view.legal_plays()
    if len(plays) == 1 or clock.is_short:
        return _reply(view, plays[0])
    forecast = Forecast(view)
    gains = {play: forecast.gain(play) for play in plays}
    best = sorted(gains, key=gains.__getitem__, reverse=True)[:CANDIDATES]
    return _reply(view, Search(view, {play: gains[play] for play in best}).best(clock))


class Clock:
    """The time for one turn.

    A plan sets `think_ms`, in milliseconds of the processor, which mean the same on a busy machine. What the arbiter
    allows is another limit, in milliseconds of the clock on the wall: a margin is kept, and of a clock for the whole
    game no more than `share` per cent is used for a turn. With `simulations` set, their number decides.
    """

    def __init__(self, view: View) -> None:
        self._started_ns, self._used_ns = monotonic_ns(), process_time_ns()
        self.simulations = view.options["simulations"]
        self._think_ns = view.options["think_ms"] * MS
        left = view.left_ms
        if left is not None:
            left -= MARGIN_MS + left // 10
            if view.clock_ms[0] is not None:
                left = min(left, view.clock_ms[0] * view.options["share"] // 100 + (view.game.increment_ms or 0))
        self.is_short = left is not None and left < LEAST_MS
        self._limit_ns = left * MS if left is not None else 1 << 62

    def spent(self, simulations: int) -> float:
        """Return the part of the time that is over, 1 or more at its end."""
        over = (monotonic_ns() - self._started_ns) / self._limit_ns
        if self.simulations:
            return max(over, simulations / self.simulations)
        return max(over, (process_time_ns() - self._used_ns) / self._think_ns)


class Search:
    """A search among plays, given with the gain that the prover sees in each."""

    def __init__(self, view: View, gains: dict[str, float]) -> None:
        self._worlds, self._gains = Worlds(view), gains
        self._random = Random(view.game.seed * 1000 + view.number)
        table = self._worlds.table
        self._play_of = {play: parse_play(play.split(), table_before(table, view)) for play in gains}
        instinct = Instinct(table, table.seat, view.opponent[0], view.deck[0])
        self._tree = Tree(instinct, table.seat, list(self._play_of.values()))

    def best(self, clock: Clock) -> str:
        """Return the best play; as time goes by, fewer and fewer of them are tried any further."""
        live, simulations, spent = list(self._gains), 0, clock.spent(0)
        while len(live) > 1 and spent < 1:
            world = self._worlds.sample(self._random)
            if world.rules.expert and claim_all(world):
                break
            for play in live:
                self._tree.explore(self._play_of[play], world.copy())
            simulations += len(live)
            spent = clock.spent(simulations)
            live.sort(key=self._worth, reverse=True)
            del live[max(1, round(len(self._gains) * (1 - spent))) :]
        return live[0]

    def _worth(self, play: str) -> float:
        return self._tree.mean(self._play_of[play]) + TRUST * self._gains[play]


def table_before(table: State, view: View) -> State:
    return table


def _reply(view: View, play: str) -> Reply:
    return Reply(play, draw=choose_deck(view, play))


if __name__ == "__main__":
    run(decide, name="Searcher", author="reiver", version="1", options=OPTIONS)
