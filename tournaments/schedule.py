"""A schedule: the games of a plan in their order, made as they are asked for and never held all at once.

Two bots that meet play in every variant, on each of the plan's deals twice with seats swapped. The order goes deal by
deal, then pairing by pairing as in the tables of Berger, so that at any moment all bots have played about as much and
standings mean something. To start no program more often than needed, the deals are taken a block at a time. A Swiss
tournament has one such part a round, with deals of its own.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import lru_cache

from arbiter.order import Order
from arbiter.rules.variants import Rules
from tournaments import deals, formats
from tournaments.batch import Batch
from tournaments.formats import Pairing, berger
from tournaments.games import game_id, pairing_of
from tournaments.plan import Plan
from tournaments.sprt import Trial

__all__ = ["LEGS", "Pair", "Part", "Schedule", "berger"]

LEGS = (1, 2)
MOST_DECKS = 512

Missing = Callable[[Sequence[str]], AbstractSet[str]]
Size = Callable[[], int]


@dataclass(frozen=True, slots=True)
class Pair:
    """Both games of two bots, by their places in the plan, on one deal."""

    bots: Pairing
    rules: Rules
    number: int


@dataclass(frozen=True, slots=True)
class Part:
    """Some pairings, all on the deals `numbers`."""

    pairings: Callable[[], Iterable[Pairing]]
    numbers: range


class Schedule:
    """The games of a plan whose pairings are known from the start."""

    is_stepwise = False
    """Whether what comes next may depend on games that are played now."""
    trial: Trial | None = None
    """The test that the games are played for, as far as it has come."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        # One pairing after another plays the deals of a block.
        self._decks = lru_cache(MOST_DECKS)(deals.decks)

    def games(self) -> int:
        """Return how many games there are at most."""
        table = self.plan.table
        return formats.meetings(table, self.plan.keys) * len(self.plan.rules) * table.rounds * len(LEGS)

    def ids(self) -> Iterator[str]:
        """Return the names of all games that are known yet in their order."""
        for pair in self.pairs(1):
            yield from self.ids_of(pair)

    def pairs(self, block: int) -> Iterator[Pair]:
        """Return all pairs of games that are known yet, with `block` deals of a pairing together."""
        for part in self.parts():
            if part is None:
                return
            yield from self.pairs_of(part, lambda: block)

    def batches(self, missing: Missing, size: Size) -> Iterator[Batch | None]:
        """Return the games that still have to be played; None: nothing before some of those out have been played.

        `missing` picks those out of some names, when their turn comes; `size` says how many pairs of games the next
        batch may have.
        """
        for part in self.parts():
            if part is None:
                yield None
            else:
                yield from self.batches_of(part, missing, size)

    def parts(self) -> Iterator[Part | None]:
        """Return the parts that the games come in; None: the next one is not known yet."""
        plan = self.plan
        yield Part(lambda: formats.pairings(plan.table, plan.keys), range(1, plan.table.rounds + 1))

    def pairs_of(self, part: Part, block: Size) -> Iterator[Pair]:
        """Return the pairs of games of a part."""
        for numbers in _blocks(part.numbers, block):
            for bots in part.pairings():
                yield from self._meeting(bots, numbers)

    def batches_of(self, part: Part, missing: Missing, size: Size) -> Iterator[Batch]:
        """Return the games of a part that still have to be played."""
        for numbers in _blocks(part.numbers, lambda: size() // len(self.plan.rules)):
            for bots in part.pairings():
                pairs = self._meeting(bots, numbers)
                while pairs:
                    count = max(1, size())
                    orders = self._orders(pairs[:count], missing)
                    pairs = pairs[count:]
                    if orders:
                        first, second = (self.plan.programs[bot] for bot in bots)
                        yield Batch((first, second), orders, self.plan.table.fresh)

    def ids_of(self, pair: Pair) -> list[str]:
        """Return the names of both games of a pair."""
        pairing = pairing_of(*(self.plan.keys[bot] for bot in pair.bots))
        return [game_id(pair.rules.variant, pair.number, pairing, leg) for leg in LEGS]

    def _meeting(self, bots: Pairing, numbers: range) -> list[Pair]:
        return [Pair(bots, rules, number) for number in numbers for rules in self.plan.rules]

    def _orders(self, pairs: Sequence[Pair], missing: Missing) -> tuple[Order, ...]:
        names = [self.ids_of(pair) for pair in pairs]
        wanted = missing([name for both in names for name in both])
        return tuple(order for pair, both in zip(pairs, names, strict=True) for order in self._both(pair, both, wanted))

    def _both(self, pair: Pair, names: Sequence[str], wanted: AbstractSet[str]) -> Iterator[Order]:
        if wanted.isdisjoint(names):
            return
        plan = self.plan
        decks = self._decks(plan.seed, pair.rules, pair.number)
        for leg, name in zip(LEGS, names, strict=True):
            if name in wanted:
                deal = deals.deal(plan.seed, pair.number, decks, name)
                seats, seeds = ((0, 1), (1, 0))[leg - 1], deals.bot_seeds(plan.seed, name)
                yield Order(name, pair.rules, deal, seats, seeds, plan.time, plan.table.strict)


def _blocks(deals: range, size: Size) -> Iterator[range]:
    first = deals.start
    while first < deals.stop:
        numbers = range(first, min(first + max(1, size()), deals.stop))
        yield numbers
        first = numbers.stop
