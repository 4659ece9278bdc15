"""A cluster: an executor whose slots are the workers of a Dask scheduler, on any number of hosts."""

from collections.abc import Callable, Mapping
from concurrent.futures import Executor, Future
from types import TracebackType
from typing import Any

from tournaments.batch import Batch
from tournaments.connection import CONNECT_S, connected
from tournaments.document import PlanError
from tournaments.driver import Call, Driver, Tell
from tournaments.plan import Plan
from tournaments.shipment import Parcel, pack
from tournaments.workers import Hear


def parcels_of(plan: Plan) -> dict[str, Parcel]:
    """Return the bots of a plan ready to be sent, by name. Raise `PlanError` for those that cannot be."""
    parcels = {}
    for program, bot, place in zip(plan.programs, plan.table.bots, plan.places, strict=True):
        try:
            parcels[program.key] = pack(program, bot.use)
        except PlanError as error:
            raise PlanError(error.why, f"{place}.{error.place}" if place.endswith("]") else place) from None
    return parcels


def engine(address: str, tell: Tell) -> Callable[[Plan, Hear], "Cluster"]:
    """Return what plays a plan on a cluster, for `tournaments.run.run`."""
    return lambda plan, hear: Cluster(address, parcels_of(plan), hear, tell, plan.cores_a_slot)


class Cluster(Executor):
    """An executor on the workers of the scheduler at `address` that have a resource ``match``.

    `hear` gets each record, None when the number of slots has changed, and a `ClusterError` when all is in vain. `tell`
    gets lines for the operator.
    """

    def __init__(self, address: str, parcels: Mapping[str, Parcel], hear: Hear, tell: Tell, cores: int = 1) -> None:
        """Connect. A game takes so many `cores`.

        Raise `ClusterError` if there is no such scheduler or one of its workers is of another version.
        """
        self._driver = Driver(address, parcels, hear, tell, cores, connected(address, CONNECT_S))
        self._driver.start()

    @property
    def size(self) -> int:
        """How many games can be played at the same time now; 0 before the first worker is there."""
        return self._driver.slots

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:  # noqa: ARG002
        """Have a function play a batch, its only argument."""
        (batch,) = args
        assert isinstance(batch, Batch)
        call = Call(function, batch)
        self._driver.happenings.put(call)
        return call.future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: ARG002
        """Leave the cluster; calls that are not done are given up."""
        self._driver.stop(wait=wait)

    def kill(self) -> None:
        """Leave the cluster now; its workers end what they play within some seconds."""
        self.shutdown()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.shutdown()
