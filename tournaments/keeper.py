"""A keeper: the process between a worker of a cluster and the games, so that these leave no trace in that worker.

It has one slot on cores that no other slot of the host has, and answers one call after another from a pipe, each with
the items of an iterator as they come. It goes, with all that plays, when the pipe is closed or has been quiet for long,
and then its cores are free again.
"""

import contextlib
import os
import pickle
import select
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from multiprocessing.connection import Connection
from types import FrameType
from typing import Any

from tournaments.cores import Claim, NoCoreError
from tournaments.worker import End, Item, Pipe, Raised
from tournaments.workers import Slots

QUIET_S = 60.0
GONE_MS = 5000
LOOK_S = 0.5


class KeeperLost(Exception):  # noqa: N818 (an accident, and named like one)
    """A keeper that has ended before its call did."""


class Keeper:
    """A keeper with so many `cores`, as the process sees it that has started it; `close` sends it away."""

    def __init__(self, cores: int = 1) -> None:
        """Start a keeper."""
        self.cores = cores
        near, far = socket.socketpair()
        with near, far:
            command = [sys.executable, "-P", "-m", "tournaments.keeper", str(far.fileno()), str(cores)]
            environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
            os.set_inheritable(far.fileno(), True)
            self._pid = os.posix_spawn(sys.executable, command, environment, setsid=True)
            self._pipe: Pipe = Connection(near.detach())

    def call(self, function: Callable[..., Any], *args: Any, is_wanted: Callable[[], bool]) -> Iterator[Any]:
        """Return the items of the iterator that a function returns, as they come.

        Raise what the function raises, `NoCoreError` without a free core, or `KeeperLost`, also if nobody waits for it.
        """
        with _lost():
            self._pipe.send_bytes(pickle.dumps((function, args)))
        while not isinstance(said := self._hear(is_wanted), End):
            if isinstance(said, Raised):
                raise said.error
            yield said.value

    def is_there(self) -> bool:
        """Tell whether it still waits for calls."""
        return not self._pipe.closed and not self._pipe.poll()

    def close(self) -> None:
        """Have it end with all that it has started, and wait for that."""
        if self._pipe.closed:
            return
        self._pipe.close()
        with contextlib.suppress(ProcessLookupError, ChildProcessError):
            ending = os.pidfd_open(self._pid)
            try:
                watch = select.poll()
                watch.register(ending, select.POLLIN)
                if not watch.poll(GONE_MS):
                    os.kill(self._pid, signal.SIGKILL)
            finally:
                os.close(ending)
            os.waitpid(self._pid, 0)

    def _hear(self, is_wanted: Callable[[], bool]) -> Item | End | Raised:
        with _lost():
            while not self._pipe.poll(LOOK_S):
                if not is_wanted():
                    raise KeeperLost("nobody waits for the games any more")
            said: Item | End | Raised = self._pipe.recv()
            return said

    def __del__(self) -> None:
        with contextlib.suppress(Exception):
            self.close()


def keep(pipe: Pipe, cores: int) -> None:
    """Answer calls until the pipe is closed or quiet for long."""
    call: Future[Any] | None = None
    with Claim(cores) as claim, Slots([claim.cores], lambda item: pipe.send(Item(item))) as slots:
        while pipe.poll(QUIET_S) or (call and not call.done()):
            if not pipe.poll():
                continue
            try:
                function, args = pickle.loads(pipe.recv_bytes())
            except (EOFError, OSError):
                slots.kill()
                return
            except Exception as error:
                pipe.send(Raised(error))
            else:
                call = slots.submit(function, *args)
                call.add_done_callback(lambda done: _tell(pipe, done))


@contextlib.contextmanager
def _lost() -> Iterator[None]:
    try:
        yield
    except (EOFError, OSError):
        raise KeeperLost("the process that kept the games was lost") from None


def _tell(pipe: Pipe, future: Future[Any]) -> None:
    with contextlib.suppress(OSError):
        error = future.exception()
        pipe.send(End(None, was_iterator=True) if error is None else Raised(error))


def _leave(_signal: int, _frame: FrameType | None) -> None:
    raise SystemExit(128 + signal.SIGTERM)


def main() -> None:
    """Keep the slot of the process that has started this one."""
    signal.signal(signal.SIGTERM, _leave)
    fd = int(sys.argv[1])
    os.set_inheritable(fd, False)
    pipe: Pipe = Connection(fd)
    try:
        keep(pipe, int(sys.argv[2]))
    except NoCoreError as error:
        with contextlib.suppress(OSError, EOFError):
            pipe.recv_bytes()
            pipe.send(Raised(error))


if __name__ == "__main__":
    main()
