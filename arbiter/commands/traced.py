"""A workforce of one that plays in this process, and prints every line both ways while it is said."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from types import TracebackType
from typing import Any, Self, TextIO

from arbiter.kit.trace import Trace
from arbiter.match import Match
from arbiter.record import encode
from tournaments.batch import Batch
from tournaments.finished import Finished
from tournaments.run import Engine
from tournaments.workers import Hear


def traced(out: TextIO) -> Engine:
    """Return the engine that plays one game at a time and prints it to `out`."""
    return lambda _plan, hear: Traced(Trace(out), hear)


class Traced:
    """Plays batches one after another in a thread of this process, with a trace; `hear` gets each finished game."""

    size = 1

    def __init__(self, trace: Trace, hear: Hear) -> None:
        self._trace, self._hear = trace, hear
        self._thread = ThreadPoolExecutor(1)
        self._is_stopped = False

    def submit(self, _function: Callable[..., Any], batch: Batch) -> Future[Any]:
        """Have a batch played."""
        return self._thread.submit(self._play, batch)

    def kill(self) -> None:
        """End the bots, and with them the game that is going on."""
        self._is_stopped = True
        self._trace.kill()
        self._thread.shutdown(cancel_futures=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind:
            self.kill()
        self._thread.shutdown()

    def _play(self, batch: Batch) -> tuple[bytes, ...]:
        """Play a batch; its records are heard on the way, except one that a stop has spoiled."""
        with Match(batch.programs, fresh=batch.fresh, start=self._trace.start) as match:
            for order in batch.orders:
                if self._is_stopped:
                    break
                record = match.play(order)
                if not self._is_stopped:
                    self._hear(Finished.of(record, encode(record)))
        return ()
