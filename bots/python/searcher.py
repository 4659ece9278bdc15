"""Searcher: guesses the hidden cards over and over, plays each promising play on in every guess, and keeps the best."""

from __future__ import annotations

from random import Random
from time import monotonic_ns, process_time_ns

from appraisal import Appraisal
from determinize import Worlds
from endgame import force
from exchange import Exchange
from greedy import choose_deck
from policy import Policy
from prover import Forecast
from spots import weights_of
from tree import Tree
from tuning import SEARCHER
from turn import claim_all

from arbiter.rules.notation import parse_play
from protocol.client import Option, Reply, View, run

OPTIONS = [
    Option.integer("think_ms", 100, 1, 3_600_000),
    Option.integer("share", 10, 1, 100),
    Option.integer("simulations", 0, 0, 10_000_000),
]
OPINION, CREDIT = 0.7, 24
"""How much the first opinion of a play counts beside what its lines were worth, and how many lines it is worth at first."""
GLANCE = 0.05
"""The part of the time that a first look may take if the opinion is to count what may follow, which takes twice that."""
POSITIONS = 10
"""How many positions of an endgame are looked at for a millisecond of thinking."""
MARGIN_MS = 20
MS = 1_000_000


def decide(view: View) -> Reply:
    """Return the play that wins by force, or the one that did best in the time there was."""
    clock = Clock(view)
    play = force(view, clock.positions)
    if not play:
        values = opinion_of(view, clock)
        play = Search(view, values).best(clock) if len(values) > 1 else next(iter(values))
    return Reply(play, draw=deck_of(view, play))


def opinion_of(view: View, clock: Clock) -> dict[str, float]:
    """Return the most promising plays with the first opinion of each, which counts what may follow if there is the time."""
    forecast = Forecast(view, SEARCHER)
    gains = forecast.promising(view.legal_plays())
    return Exchange(forecast, view.opponent[0]).weigh(gains) if clock.spent(0) < GLANCE else gains


def deck_of(view: View, play: str) -> str:
    """Return the deck to draw from: one tactics card in a game, for each takes the place of a clan card in the hand."""
    deck, taken = choose_deck(view, play), view.played[0] + sum(len(card) > 2 for card in view.hand)
    return "clan" if deck and taken else deck


class Clock:
    """The time for one turn.

    A plan sets `think_ms`, in milliseconds of the processor, which mean the same on a busy machine. What the arbiter
    allows is another limit, in milliseconds of the clock on the wall: a margin is kept, and of a clock for the whole
    game no more than `share` per cent is used for a turn. With `simulations` set, their number decides.
    """

    def __init__(self, view: View) -> None:
        self._started_ns, self._used_ns = monotonic_ns(), process_time_ns()
        self._simulations, self._think_ms = int(view.options["simulations"]), int(view.options["think_ms"])
        self._limit_ms = 1 << 40
        if view.left_ms is not None:
            self._limit_ms = view.left_ms - MARGIN_MS - view.left_ms // 5
            if view.clock_ms[0] is not None:
                share = view.clock_ms[0] * int(view.options["share"]) // 100 + (view.game.increment_ms or 0)
                self._limit_ms = min(self._limit_ms, share)

    @property
    def positions(self) -> int:
        """How many positions of an endgame there is time for."""
        return POSITIONS * max(1, min(self._think_ms, self._limit_ms // 2))

    def spent(self, simulations: int) -> float:
        """Return the part of the time that is over, 1 or more at its end."""
        over_ms = (monotonic_ns() - self._started_ns) / MS
        if over_ms >= self._limit_ms:
            return 1.0
        if self._simulations:
            return simulations / self._simulations
        return max(over_ms / self._limit_ms, (process_time_ns() - self._used_ns) / MS / self._think_ms)


class Search:
    """A search among plays, given with the first opinion of each."""

    def __init__(self, view: View, values: dict[str, float]) -> None:
        self._worlds, self._values = Worlds(view), values
        self._random = Random(view.game.seed * 1000 + view.number)
        table, held, deck = self._worlds.table, view.opponent[0], view.deck[0]
        # How many cards a recruiter draws depends on the decks, which `table` has not.
        world = self._worlds.sample(self._random)
        self._play_of = {play: parse_play(play.split(), world) for play in values}
        plays = list(self._play_of.values())
        appraisal = Appraisal(table, held, deck)
        self._tree = Tree(plays, Policy(table, held, deck, appraisal.weights, SEARCHER), appraisal)

    def best(self, clock: Clock) -> str:
        """Return the best play; as time goes by, fewer and fewer of them are tried any further."""
        live, simulations = sorted(self._values, key=self._worth, reverse=True), 0
        while len(live) > 1:
            world = self._worlds.sample(self._random)
            if world.rules.expert and claim_all(world):
                break
            for play in live:
                if clock.spent(simulations) >= 1:
                    return live[0]
                self._tree.explore(self._play_of[play], world.copy())
                simulations += 1
            live.sort(key=self._worth, reverse=True)
            del live[max(1, round(len(self._values) * (1 - clock.spent(simulations)))) :]
        return live[0]

    def _worth(self, play: str) -> float:
        node = self._tree.roots[self._play_of[play]]
        return node.mean + OPINION * self._values[play] * (1 + CREDIT / max(1, node.visits))


if __name__ == "__main__":
    weights_of(0, 0)  # fills its tables, so that no turn pays for them
    run(decide, name="Searcher", author="reiver", version="2", options=OPTIONS)
