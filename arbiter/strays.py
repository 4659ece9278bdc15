"""Strays: processes that bots have left behind, found and killed by the process that these come back to."""

import ctypes
import os
import signal
import time
from collections.abc import Collection

from arbiter import tree

BREATH_S = 0.0005
_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER = 1, 36


def become_subreaper() -> None:
    """Let orphans among this process's descendants come back to it, so that `kill_strays` finds them."""
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)


def die_with_parent(number: int = signal.SIGTERM) -> None:
    """Ask for a signal when the thread that started this process ends."""
    _prctl(_PR_SET_PDEATHSIG, number)


def kill_strays(keep: Collection[int] = ()) -> int:
    """Kill and reap every child of this process whose pid is not in `keep`, with its descendants; return how many.

    Only for a process whose children are all bots, and that is a subreaper: descendants are found as they come back.
    """
    spared = set(keep)
    killed = 0
    while strays := set(tree.children(os.getpid())) - spared:
        for pid in strays:
            try:
                os.kill(pid, signal.SIGKILL)
            except PermissionError:
                spared.add(pid)
        reaped = sum(_reap(pid) for pid in strays - spared)
        killed += reaped
        if not reaped:
            time.sleep(BREATH_S)
    return killed


def _reap(pid: int) -> bool:
    """Bury a child that is dead; one that is traced cannot be waited for before its tracer is dead too."""
    return os.waitpid(pid, os.WNOHANG)[0] == pid


def _prctl(option: int, value: int) -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(option, value, 0, 0, 0):
        raise OSError(ctypes.get_errno(), f"prctl({option}) failed")
