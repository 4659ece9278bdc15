"""A driver: the thread that has calls carried out by the workers of a Dask scheduler, and alone speaks with it.

Each call goes through `distributed.Client.get_executor`, and is made again where it is no fault of the games: when a
worker needs a bot's files first or cannot run them, and when the scheduler is lost, by a new client. Whatever has come
back is dropped at once, so that it is not done again when the worker dies that did it.
"""

import contextlib
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor, Future
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any

from tournaments.batch import Batch
from tournaments.connection import (
    CLOSE_S,
    RESOURCE,
    ClusterError,
    census,
    close,
    connected,
    is_of_the_connection,
    worker_command,
)
from tournaments.finished import Finished
from tournaments.hosting import Cargo, Haul, Lacks, Unfit, about, host
from tournaments.shipment import Parcel
from tournaments.workers import Hear

if TYPE_CHECKING:
    from distributed import Client

LOOK_S, NOTICE_S = 1.0, 3.0
PATIENCE_S = 600.0
MOST_UNFIT = 16

Tell = Callable[[str], None]


class GamesLost(Exception):  # noqa: N818 (an accident, and named like one)
    """A batch that has come back without some of its games."""


@dataclass(eq=False, slots=True)
class Call:
    """A call and the future at the scheduler that it is carried out by now, if there is one."""

    play: Callable[[Batch], Iterator[Finished]]
    batch: Batch
    future: Future[Any] = field(default_factory=Future)
    archives: frozenset[str] = frozenset()
    inner: Future[Any] | None = None


class Driver(threading.Thread):
    """A driver; it ends when it is stopped, or when all is in vain."""

    def __init__(
        self,
        address: str,
        parcels: Mapping[str, Parcel],
        hear: Hear,
        tell: Tell,
        cores: int,
        client: "Client",
    ) -> None:
        super().__init__(name="cluster", daemon=True)
        self.happenings: SimpleQueue[Call | tuple[Call, Future[Any]] | None] = SimpleQueue()
        self.slots = census(client)[1]
        self._address, self._parcels, self._hear, self._tell = address, parcels, hear, tell
        self._cores = cores
        self._archives = {parcel.label.archive: parcel.data for parcel in parcels.values()}
        self._calls: dict[Call, None] = {}
        self._stopped = threading.Event()
        self._unfit: dict[Unfit, None] = {}
        self._unfit_in_a_row = 0
        self._idle_since_s = time.monotonic()
        self._noticed = ""
        self._use(client)

    def stop(self, *, wait: bool) -> None:
        """End the thread, and its connection."""
        self._stopped.set()
        self.happenings.put(None)
        if wait and self.is_alive():
            self.join(2 * CLOSE_S)

    def run(self) -> None:
        """Carry out calls until stopped."""
        looked_s = 0.0
        try:
            while not self._stopped.is_set():
                with contextlib.suppress(Empty):
                    self._take(self.happenings.get(timeout=LOOK_S))
                if not self._is_usable():
                    self._reconnect()
                if time.monotonic() - looked_s >= LOOK_S:
                    self._look()
                    looked_s = time.monotonic()
        except ClusterError as error:
            self._hear(error)
        finally:
            self._give_up()

    def _take(self, happening: "Call | tuple[Call, Future[Any]] | None") -> None:
        if isinstance(happening, Call):
            self._calls[happening] = None
            self._start(happening)
        elif happening:
            call, inner = happening
            if call.inner is inner:
                call.inner = None
                self._land(call, inner)

    def _start(self, call: Call) -> None:
        """Hand a call to the scheduler; without one it waits for the next."""
        labels = [self._parcels[program.key].label for program in call.batch.programs]
        archives = {name: self._archives[name] for name in call.archives}
        cargo = Cargo(about(), call.play, call.batch, (labels[0], labels[1]), archives, self._cores)
        try:
            call.inner = self._executor.submit(host, cargo)
        except Exception:
            self._is_stale = True
        else:
            call.inner.add_done_callback(lambda inner: self.happenings.put((call, inner)))

    def _land(self, call: Call, inner: "Future[Any]") -> None:
        """Take what has come back of a call."""
        if inner.cancelled():
            # So ends what a scheduler had that is gone, even if the client has found another one meanwhile.
            self._is_stale = True
            return
        error = inner.exception()
        back = inner.result() if error is None else None
        if isinstance(back, Lacks):
            call.archives |= frozenset(back.archives)
            self._start(call)
        elif isinstance(back, Unfit):
            self._rest(back)
            self._start(call)
        elif isinstance(back, Haul):
            self._unfit_in_a_row = 0
            self._finish(call, back.records, GamesLost(back.why) if back.why else None)
        elif not is_of_the_connection(error):
            self._finish(call, [], error or TypeError(f"no answer of a worker: {type(back)}"))
        else:
            self._is_stale = True

    def _finish(self, call: Call, records: list[Finished], error: BaseException | None) -> None:
        del self._calls[call]
        for record in records:
            self._hear(record)
        if error:
            call.future.set_exception(error)
        else:
            call.future.set_result([])

    def _rest(self, unfit: Unfit) -> None:
        """Note a host that cannot play; raise `ClusterError` when no other seems to be left."""
        self._unfit_in_a_row += 1
        if unfit not in self._unfit:
            self._unfit[unfit] = None
            self._tell(f"{unfit.host} cannot play: {unfit.why}; its games go to others")
        if self._unfit_in_a_row > MOST_UNFIT + 2 * self.slots:
            raise ClusterError(f"no worker of {self._address} can play: {unfit.host}: {unfit.why}")

    def _use(self, client: "Client") -> None:
        self._client, self._is_stale = client, False
        self._executor: Executor = client.get_executor(resources={RESOURCE: 1}, pure=False)

    def _is_usable(self) -> bool:
        return self._client.status == "running" and not self._is_stale

    def _reconnect(self) -> None:
        """Close the client, whose own way to connect again cannot be trusted, and hand all calls to a new one."""
        close(self._client)
        for call in self._calls:
            call.inner = None
        self._use(self._found())
        for call in self._calls:
            self._start(call)

    def _found(self) -> "Client":
        """Return a new client, as soon as there is a scheduler."""
        self._tell(f"the scheduler at {self._address} is lost; waiting for it to come back")
        deadline_s = time.monotonic() + PATIENCE_S
        while not self._stopped.is_set():
            with contextlib.suppress(ClusterError):
                client = connected(self._address, LOOK_S)
                self._tell(f"the scheduler at {self._address} is back")
                return client
            if time.monotonic() > deadline_s:
                raise ClusterError(f"the scheduler at {self._address} has not come back within {PATIENCE_S:.0f} s")
            self._stopped.wait(LOOK_S / 4)
        return self._client

    def _look(self) -> None:
        """Count the slots, and say so if nobody can play for some time."""
        try:
            workers, slots = census(self._client)
        except (OSError, TimeoutError):
            self._is_stale = True
            return
        if slots != self.slots:
            self.slots = slots
            self._hear(None)
        now_s = time.monotonic()
        if slots or not self._calls:
            self._idle_since_s, self._noticed = now_s, ""
        elif now_s - self._idle_since_s > NOTICE_S and self._noticed != (notice := self._notice(workers)):
            self._noticed = notice
            self._tell(notice)

    def _notice(self, workers: int) -> str:
        has = f"none of the {workers} workers of" if workers else "no worker is connected to"
        why = f", which has no resource {RESOURCE!r}" if workers == 1 else f" has a resource {RESOURCE!r}"
        first = f"{has} {self._address}" + (why if workers else "")
        return f"{first}: type on each host, N being its cores:  {worker_command(self._address)}"

    def _give_up(self) -> None:
        for call in self._calls:
            if call.inner:
                inner, call.inner = call.inner, None
                inner.cancel()
            call.future.cancel()
        close(self._client)
