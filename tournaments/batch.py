"""A batch: games between two programs that one worker plays one after the other."""

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from arbiter.match import Match
from arbiter.order import Order
from arbiter.program import Program
from arbiter.record import encode
from arbiter.strays import kill_strays


@dataclass(frozen=True, slots=True)
class Batch:
    """What a worker is handed. With `fresh` each game has new processes."""

    programs: tuple[Program, Program]
    orders: tuple[Order, ...]
    fresh: bool = False

    def only(self, ids: AbstractSet[str]) -> "list[Batch]":
        """Return a batch of its own for each game of this one that is in `ids`."""
        return [Batch(self.programs, (order,), self.fresh) for order in self.orders if order.id in ids]


def play(batch: Batch) -> Iterator[bytes]:
    """Play the games of a batch and return their encoded records, each as soon as its game is over.

    For a worker process: all its children are taken for bots.
    """
    match = Match(batch.programs, fresh=batch.fresh, sweeps=True)
    try:
        for order in batch.orders:
            yield encode(match.play(order))
    except BaseException:
        match.kill()
        kill_strays()
        raise
    match.close()
