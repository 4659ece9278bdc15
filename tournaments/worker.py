"""A worker: the process that answers a slot's calls, one after the other, and goes when the slot goes."""

import contextlib
import os
import pickle
import signal
import traceback
from collections.abc import Callable, Generator, Iterator
from multiprocessing.connection import Connection
from types import FrameType
from typing import Any, NamedTuple, TypeAlias

from arbiter.strays import become_subreaper, die_with_parent, kill_strays

ASKED_TO_STOP = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

Pipe: TypeAlias = "Connection[Any, Any]"
# The core that a worker is pinned to, or those of them.
Cores: TypeAlias = int | tuple[int, ...]


class Item(NamedTuple):
    """What a worker says: an item of the iterator that a call returned."""

    value: Any


class End(NamedTuple):
    """What a worker says: the call is done and returned `value`, or all its items are said."""

    value: Any
    was_iterator: bool


class Raised(NamedTuple):
    """What a worker says: the call raised an exception."""

    error: BaseException


def serve(pipe: Pipe, cores: Cores, parent: int) -> None:
    """Answer calls until the pipe is closed or the worker is told to stop; leave no child behind."""
    signal.signal(signal.SIGINT, _ignore)
    signal.signal(signal.SIGHUP, _ignore)
    signal.signal(signal.SIGTERM, _stop)
    die_with_parent()
    become_subreaper()
    os.sched_setaffinity(0, {cores} if isinstance(cores, int) else cores)
    try:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ASKED_TO_STOP)
        # A parent that died before it could be watched has left this process to another.
        while os.getppid() == parent:
            _answer(pipe)
    except (EOFError, OSError):
        pass
    finally:
        signal.signal(signal.SIGTERM, _ignore)
        kill_strays()


def _answer(pipe: Pipe) -> None:
    request = pipe.recv_bytes()
    try:
        function, args, kwargs = pickle.loads(request)
        said = pickle.dumps(_end(pipe, function, args, kwargs))
    except Exception as error:
        said = pickle.dumps(Raised(_portable(error)))
    pipe.send_bytes(said)


def _end(pipe: Pipe, function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> End:
    value = function(*args, **kwargs)
    if not isinstance(value, Iterator):
        return End(value, was_iterator=False)
    try:
        for item in value:
            pipe.send(Item(item))
    finally:
        # While its bots can still be told from strays.
        if isinstance(value, Generator):
            value.close()
    return End(None, was_iterator=True)


def _portable(error: Exception) -> BaseException:
    """Return an exception that survives the way to the slot, with the worker's traceback as a note."""
    told = "".join(traceback.format_exception(error))
    with contextlib.suppress(Exception):
        copy = pickle.loads(pickle.dumps(error))
        if isinstance(copy, BaseException):
            copy.add_note(told)
            return copy
    return RuntimeError(told)


def _ignore(_signal: int, _frame: FrameType | None) -> None:
    """Do nothing; unlike ``SIG_IGN`` this is not passed on to the bots."""


def _stop(_signal: int, _frame: FrameType | None) -> None:
    signal.signal(signal.SIGTERM, _ignore)
    raise SystemExit(128 + signal.SIGTERM)
