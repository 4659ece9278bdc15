"""A finished game: what the coordinator needs of it, made where it was played, so that the coordinator has time for more."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from arbiter.record import GameRecord, decode
from arbiter.verdicts import VOID
from tournaments.results import Result

if TYPE_CHECKING:
    from tournaments.batch import Batch


class Finished(NamedTuple):
    """A game that is over: its row, or None for a void one and `why` it is void; and its encoded record."""

    id: str
    started: str
    wall_ns: int
    row: Result | None
    why: str
    record: bytes

    @staticmethod
    def of(record: GameRecord, encoded: bytes) -> "Finished":
        """Return the game of a record."""
        is_void = record.result.ending == VOID
        row = None if is_void else Result.of(record)
        return Finished(record.id, record.started, record.wall_ns, row, record.result.why if is_void else "", encoded)


def finish(play: "Callable[[Batch], Iterator[bytes]]", batch: "Batch") -> Iterator[Finished]:
    """Play a batch and return its games, each as soon as it is over."""
    for encoded in play(batch):
        yield Finished.of(decode(encoded), encoded)
