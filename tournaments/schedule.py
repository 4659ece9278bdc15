"""A schedule: the games of a plan in their order, made as they are asked for and never held all at once.

Each two bots meet in every variant, on each of the plan's deals twice with seats swapped. The order goes deal by deal,
then pairing by pairing as in the tables of Berger, so that at any moment all bots have played about as much and
standings mean something. To start no program more often than needed, the deals are taken a block at a time.
"""

from collections.abc import Callable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from arbiter.order import Order
from arbiter.rules.variants import Rules
from tournaments import deals
from tournaments.batch import Batch
from tournaments.games import game_id, pairing_of
from tournaments.plan import Plan

LEGS = (1, 2)


@dataclass(frozen=True, slots=True)
class Pair:
    """Both games of two bots, by their places in the plan, on one deal."""

    bots: tuple[int, int]
    rules: Rules
    number: int


class Schedule:
    """The games of a round robin."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._by_key = sorted(range(len(plan.programs)), key=lambda bot: plan.keys[bot])

    def games(self) -> int:
        """Return how many games there are."""
        bots = len(self._by_key)
        return bots * (bots - 1) // 2 * len(self._plan.rules) * self._plan.table.rounds * len(LEGS)

    def ids(self) -> Iterator[str]:
        """Return the names of all games in their order."""
        for pair in self.pairs(1):
            yield from self._ids(pair)

    def pairs(self, block: int) -> Iterator[Pair]:
        """Return all pairs of games, with `block` deals of a pairing together."""
        for numbers in self._blocks(lambda: block):
            for bots in self._pairings():
                yield from self._meeting(bots, numbers)

    def batches(self, missing: Callable[[Sequence[str]], AbstractSet[str]], size: Callable[[], int]) -> Iterator[Batch]:
        """Return the games that still have to be played.

        `missing` picks those out of some names, when their turn comes; `size` says how many pairs of games the next
        batch may have.
        """
        for numbers in self._blocks(lambda: size() // len(self._plan.rules)):
            for bots in self._pairings():
                pairs = self._meeting(bots, numbers)
                while pairs:
                    count = max(1, size())
                    orders = self._orders(pairs[:count], missing)
                    pairs = pairs[count:]
                    if orders:
                        first, second = (self._plan.programs[bot] for bot in bots)
                        yield Batch((first, second), orders, self._plan.table.fresh)

    def _blocks(self, size: Callable[[], int]) -> Iterator[range]:
        first, rounds = 1, self._plan.table.rounds
        while first <= rounds:
            numbers = range(first, min(first + max(1, size()), rounds + 1))
            yield numbers
            first = numbers.stop

    def _pairings(self) -> Iterator[tuple[int, int]]:
        """Return each two bots, in the order of their keys, so that no bot waits long for its next match."""
        for one, other in berger(len(self._by_key)):
            yield self._by_key[min(one, other)], self._by_key[max(one, other)]

    def _meeting(self, bots: tuple[int, int], numbers: range) -> list[Pair]:
        return [Pair(bots, rules, number) for number in numbers for rules in self._plan.rules]

    def _ids(self, pair: Pair) -> list[str]:
        pairing = pairing_of(*(self._plan.keys[bot] for bot in pair.bots))
        return [game_id(pair.rules.variant, pair.number, pairing, leg) for leg in LEGS]

    def _orders(self, pairs: Sequence[Pair], missing: Callable[[Sequence[str]], AbstractSet[str]]) -> tuple[Order, ...]:
        names = [self._ids(pair) for pair in pairs]
        wanted = missing([name for both in names for name in both])
        return tuple(order for pair, both in zip(pairs, names, strict=True) for order in self._both(pair, both, wanted))

    def _both(self, pair: Pair, names: Sequence[str], wanted: AbstractSet[str]) -> Iterator[Order]:
        if wanted.isdisjoint(names):
            return
        plan = self._plan
        decks = deals.decks(plan.seed, pair.rules, pair.number)
        for leg, name in zip(LEGS, names, strict=True):
            if name in wanted:
                deal = deals.deal(plan.seed, pair.number, decks, name)
                seats, seeds = ((0, 1), (1, 0))[leg - 1], deals.bot_seeds(plan.seed, name)
                yield Order(name, pair.rules, deal, seats, seeds, plan.time, plan.table.strict, plan.table.pondering)


def berger(bots: int) -> Iterator[tuple[int, int]]:
    """Return each two of `bots` numbers once, round by round; in a round each number occurs at most once."""
    seats = bots + bots % 2
    wheel = seats - 1
    for turn in range(wheel):
        for step in range(seats // 2):
            one, other = (turn + step) % wheel, (turn - step) % wheel
            if step == 0:
                other = wheel
            if other < bots:
                yield one, other
