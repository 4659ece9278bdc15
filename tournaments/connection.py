"""A connection to a Dask scheduler: made, checked, counted and closed. Dask is imported when it is needed, and not before."""

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING, Any

from tournaments.hosting import about

if TYPE_CHECKING:
    from distributed import Client

RESOURCE = "match"
INSTALL = "pip install 'reiver[dask]'"
CONNECT_S, CLOSE_S = 5.0, 1.0


class ClusterError(Exception):
    """A cluster that cannot be used, in a line for the operator."""


def worker_command(address: str) -> str:
    """Return what is to be typed on a host to have it play, with the number of its slots left open."""
    return f"dask worker {address} --nworkers N --nthreads 1 --resources {RESOURCE}=1 --memory-limit 0 --no-dashboard"


def connected(address: str, timeout_s: float) -> "Client":
    """Return a client whose scheduler and workers are of this version of reiver, or raise `ClusterError`."""
    try:
        import distributed
    except ImportError:
        raise ClusterError(f"Dask is not installed: {INSTALL}") from None
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    try:
        asyncio.run(_knock(address, timeout_s))
        client = distributed.Client(address, timeout=timeout_s, set_as_default=False, name="reiver")
    except Exception as error:
        raise ClusterError(f"no scheduler at {address}: {_first_line(error)}") from None
    try:
        _check_versions(client, address)
    except BaseException:
        close(client)
        raise
    return client


async def _knock(address: str, timeout_s: float) -> None:
    """Connect, and no more: a client that cannot holds up its process for long after that."""
    from distributed.comm import connect
    from distributed.security import Security

    comm = await connect(address, timeout=timeout_s, **Security().get_connection_args("client"))
    comm.abort()


def _check_versions(client: "Client", address: str) -> None:
    said: dict[str, Any]
    try:
        said = {address: client.run_on_scheduler(about), **client.run(about, on_error="return")}
    except Exception as error:
        said = {address: error}
    for place, version in said.items():
        if version != about():
            has = _first_line(version) if isinstance(version, BaseException) else f"it has {version}"
            raise ClusterError(f"{place} must have reiver {about()}: {has}")


def census(client: "Client") -> tuple[int, int]:
    """Return how many workers there are, and how many slots those have that can play."""
    known = client.scheduler_info(n_workers=-1)["workers"].values()
    workers = [worker for worker in known if worker["status"] == "running"]
    return len(workers), sum(min(int(w["resources"].get(RESOURCE, 0)), w["nthreads"]) for w in workers)


def close(client: "Client") -> None:
    """Leave a scheduler, whether it is still there or not."""
    """Close a client, whatever state it is in."""
    with contextlib.suppress(Exception):
        client.close(timeout=CLOSE_S)


def is_of_the_connection(error: BaseException | None) -> bool:
    """Tell whether a future has failed with its scheduler, and not by itself."""
    """Tell whether an error means that the scheduler was lost, and not that a call failed."""
    from distributed import CancelledError
    from distributed.comm import CommClosedError

    return isinstance(error, (CancelledError, CommClosedError))


def _first_line(error: BaseException) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]
