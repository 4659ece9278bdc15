"""Hosting: what a worker of a cluster does with a batch: unpack the bots, have the games played, return the records."""

import os
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import arbiter
from arbiter.outlook import apart
from arbiter.probe import why_no_sandbox
from arbiter.program import Program, Sandbox
from tournaments.archive import ArchiveError, unpacked
from tournaments.batch import Batch
from tournaments.cores import NoCoreError
from tournaments.finished import Finished
from tournaments.keeper import Keeper, KeeperLost
from tournaments.shipment import Label, UnfitError, settled, shipped_folder

FIRST_REST_S, LONGEST_REST_S = 0.5, 8.0

_here = threading.local()


@dataclass(frozen=True, slots=True)
class Cargo:
    """What a worker is sent: what to do with which batch, its bots' labels, and archives by name, if asked for.

    `version` is that of reiver where it comes from; a game takes so many `cores`.
    """

    version: str
    play: Callable[[Batch], Iterator[Finished]]
    batch: Batch
    labels: tuple[Label, Label]
    archives: Mapping[str, bytes]
    cores: int = 1


class Haul(NamedTuple):
    """What a worker sends back: the records of the games that are over, and why the rest is not, if there is any."""

    records: list[Finished]
    why: str = ""


class Lacks(NamedTuple):
    """What a worker sends back that has nothing but the names of the archives it needs."""

    archives: tuple[str, ...]


class Unfit(NamedTuple):
    """What a worker sends back that cannot play this on its host, whoever plays."""

    host: str
    why: str


def about() -> str:
    """Return the version of reiver."""
    return arbiter.__version__


def host(cargo: Cargo) -> Haul | Lacks | Unfit:
    """Play a batch on a core of this host, in processes that leave no trace in this one."""
    try:
        if cargo.version != about():
            raise UnfitError(f"reiver is {about()} here and {cargo.version} where the plan is run")
        programs = _programs(cargo)
        if isinstance(programs, Lacks):
            return programs
        haul = _play(cargo.play, replace(cargo.batch, programs=programs), _keeper(cargo.cores))
    except (UnfitError, NoCoreError, ArchiveError, OSError) as error:
        return _unfit(str(error))
    _here.rest_s = FIRST_REST_S
    return haul


def _programs(cargo: Cargo) -> tuple[Program, Program] | Lacks:
    """Return the programs as they are on this host."""
    found = [_program(label, cargo.archives) for label in cargo.labels]
    lacking = [label.archive for label, program in zip(cargo.labels, found, strict=True) if program is None]
    if lacking:
        return Lacks(tuple(lacking))
    first, second = apart([program for program in found if program])
    return first, second


def _program(label: Label, archives: Mapping[str, bytes]) -> Program | None:
    home = shipped_folder() / label.archive
    if label.archive in archives:
        unpacked(archives[label.archive], label.archive, shipped_folder())
    program = settled(label, home if home.is_dir() else None)
    if program and program.sandbox is Sandbox.BWRAP and (why := why_no_sandbox()):
        raise UnfitError(f"no sandbox can be had: {why}")
    return program


def _keeper(cores: int) -> Keeper:
    """Return the keeper of this thread, of which an executor for games has one."""
    keeper: Keeper | None = getattr(_here, "keeper", None)
    if keeper is None or keeper.cores != cores or not keeper.is_there():
        if keeper:
            keeper.close()
        keeper = _here.keeper = Keeper(cores)
    return keeper


def _play(play: Callable[[Batch], Iterator[Finished]], batch: Batch, keeper: Keeper) -> Haul:
    records: list[Finished] = []
    try:
        for record in keeper.call(play, batch, is_wanted=_wanted()):
            records.append(record)
    except (NoCoreError, KeeperLost) as error:
        keeper.close()
        if isinstance(error, NoCoreError):
            raise
        return Haul(records, str(error))
    except Exception as error:
        return Haul(records, str(error) or type(error).__name__)
    return Haul(records)


def _unfit(why: str) -> Unfit:
    """Rest a while, and longer each time, so that those get the games that can play them; then say why."""
    rest_s: float = getattr(_here, "rest_s", FIRST_REST_S)
    _here.rest_s = min(2 * rest_s, LONGEST_REST_S)
    is_wanted = _wanted()
    deadline_s = time.monotonic() + rest_s
    while time.monotonic() < deadline_s and is_wanted():
        time.sleep(FIRST_REST_S / 2)
    return Unfit(os.uname().nodename, why)


def _wanted() -> Callable[[], bool]:
    """Return what tells whether the task that is being carried out here is still to be carried out."""
    from distributed import Status, get_worker

    worker: Any = get_worker()
    key = worker.get_current_task()

    def is_wanted() -> bool:
        task = worker.state.tasks.get(key)
        is_over = worker.status in (Status.closing, Status.closed, Status.failed)
        return task is not None and task.state == "executing" and not is_over

    return is_wanted
