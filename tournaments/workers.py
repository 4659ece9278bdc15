"""Slots: an executor whose every slot is one worker process on a core of its own, driven by one thread.

A worker that is killed takes down nothing but the call it was busy with, whose future raises `WorkerLost`; another
process takes its place. If the function called returns an iterator, each item is sent as it comes, so that what was
finished before a kill is not lost.
"""

import contextlib
import os
import pickle
import signal
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future
from multiprocessing import connection, get_context, resource_tracker
from multiprocessing.process import BaseProcess
from pathlib import Path
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import Any, NamedTuple

from arbiter.process import exit_text
from arbiter.strays import become_subreaper, kill_strays
from tournaments.worker import ASKED_TO_STOP, Cores, End, Item, Pipe, Raised, serve

PATIENCE_S = 1.0

Hear = Callable[[Any], None]


class WorkerLost(Exception):  # noqa: N818 (an accident, and named like one)
    """A worker process that ended before its call did; `status` is its exit status, negative for a signal."""

    def __init__(self, status: int | None) -> None:
        super().__init__(f"the worker was lost: {'stopped' if status is None else exit_text(status)}")
        self.status = status

    def __reduce__(self) -> tuple[type["WorkerLost"], tuple[int | None]]:
        return WorkerLost, (self.status,)


class Slots(Executor):
    """An executor with one slot for each of `cores`, the numbers of the cores that the workers are pinned to.

    `hear` is called, in the slot's thread, with each item of an iterator as soon as it is there; without it the items
    are the future's result, as a list. While there are slots, every new child of this process is taken for a worker or
    a stray bot.
    """

    def __init__(self, cores: Sequence[Cores], hear: Hear | None = None) -> None:
        self._calls: SimpleQueue[_Call | None] = SimpleQueue()
        self._is_closed = False
        self._family = _Family()
        self._slots = [_Slot(core, self._calls, hear, self._family) for core in cores]
        for slot in self._slots:
            slot.start()

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Have a function called by the next free worker; it and its arguments must be picklable."""
        if self._is_closed:
            raise RuntimeError("the slots are closed")
        future: Future[Any] = Future()
        self._calls.put(_Call(future, function, args, kwargs))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Take no more calls; the workers end when the calls made so far are done."""
        if cancel_futures:
            self._cancel_calls()
        if not self._is_closed:
            self._is_closed = True
            for _ in self._slots:
                self._calls.put(None)
        if wait:
            for slot in self._slots:
                slot.join()

    def kill(self) -> None:
        """End all workers and their bots now, busy or not; calls that were not finished raise `WorkerLost`."""
        for slot in self._slots:
            slot.condemn()
        self.shutdown(wait=False, cancel_futures=True)
        deadline_s = time.monotonic() + PATIENCE_S
        for slot in self._slots:
            slot.join(max(0.0, deadline_s - time.monotonic()))
            slot.kill()
        for slot in self._slots:
            slot.join()

    @property
    def size(self) -> int:
        """How many slots there are."""
        return len(self._slots)

    def pids(self) -> list[int]:
        """Return the process ids of the workers that run."""
        with self._family.lock:
            return sorted(self._family.workers)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is None:
            self.shutdown()
        else:
            self.kill()

    def _cancel_calls(self) -> None:
        ends = 0
        with contextlib.suppress(Empty):
            while True:
                call = self._calls.get_nowait()
                if call:
                    call.future.cancel()
                    call.future.set_running_or_notify_cancel()
                else:
                    ends += 1
        for _ in range(ends):
            self._calls.put(None)


class _Call(NamedTuple):
    future: Future[Any]
    function: Callable[..., Any]
    args: tuple[Any, ...]
    kwargs: dict[str, Any]


class _Family:
    """The children of this process: the workers, those it had before, and strays that come back from killed workers.

    Whoever starts or buries a worker holds the `lock`, so that none is ever taken for a stray.
    """

    def __init__(self) -> None:
        become_subreaper()
        resource_tracker.ensure_running()
        self.lock = threading.Lock()
        self.workers: set[int] = set()
        self._before = _children()

    def sweep(self) -> None:
        """Kill the strays."""
        kill_strays(self._before | self.workers)


class _Slot(threading.Thread):
    """The thread that drives one worker after another as long as there are calls."""

    def __init__(self, core: Cores, calls: "SimpleQueue[_Call | None]", hear: Hear | None, family: _Family) -> None:
        super().__init__(name=f"slot-{core}", daemon=True)
        self._core, self._calls, self._hear, self._family = core, calls, hear, family
        self._hired: tuple[BaseProcess, Pipe] | None = None
        self._is_condemned = False

    def run(self) -> None:
        """Carry out calls until there is None."""
        signal.pthread_sigmask(signal.SIG_BLOCK, ASKED_TO_STOP)
        while (call := self._calls.get()) is not None:
            if call.future.set_running_or_notify_cancel():
                self._carry_out(call)
        self._bury()

    def condemn(self) -> None:
        """Ask the worker to end now, and hire no other."""
        with self._family.lock:
            self._is_condemned = True
            if self._hired:
                self._hired[0].terminate()

    def kill(self) -> None:
        """End the worker the hard way."""
        with self._family.lock:
            if self._hired:
                self._hired[0].kill()

    def _carry_out(self, call: _Call) -> None:
        try:
            request = pickle.dumps((call.function, call.args, call.kwargs))
            pipe = self._hired[1] if self._hired else self._hire()
        except Exception as error:
            call.future.set_exception(error)
            return
        try:
            pipe.send_bytes(request)
            outcome = self._hear_out(pipe)
        except (EOFError, OSError):
            call.future.set_exception(WorkerLost(self._bury()))
            return
        if isinstance(outcome, Raised):
            call.future.set_exception(outcome.error)
        else:
            call.future.set_result(outcome)

    def _hear_out(self, pipe: Pipe) -> Any:
        """Return what the call returns, once the worker has said all its items."""
        items: list[Any] = []
        while True:
            said = pipe.recv()
            if isinstance(said, Raised):
                return said
            if isinstance(said, End):
                return items if said.was_iterator else said.value
            assert isinstance(said, Item)
            (self._hear or items.append)(said.value)

    def _hire(self) -> Pipe:
        context = get_context("spawn")
        with self._family.lock:
            if self._is_condemned:
                raise WorkerLost(None)
            pipe, far_end = context.Pipe()
            worker = context.Process(target=serve, args=(far_end, self._core, os.getpid()), daemon=True)
            worker.start()
            far_end.close()
            assert worker.pid
            self._family.workers.add(worker.pid)
            self._hired = worker, pipe
        return pipe

    def _bury(self) -> int | None:
        """See the worker off, kill the bots that it left behind, and return its exit status."""
        if not self._hired:
            return None
        worker, pipe = self._hired
        pipe.close()
        if not connection.wait([worker.sentinel], PATIENCE_S):
            worker.kill()
        connection.wait([worker.sentinel])
        with self._family.lock:
            self._hired = None
            worker.join()
            status, pid = worker.exitcode, worker.pid
            worker.close()
            assert pid
            self._family.workers.discard(pid)
            self._family.sweep()
        return status


def _children() -> set[int]:
    lists = Path("/proc/self/task").glob("*/children")
    return {int(pid) for children in lists for pid in children.read_text().split()}
