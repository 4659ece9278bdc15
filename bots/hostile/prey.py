"""Prey: the processes that a sinner goes for, and nobody else.

They are those that carry the same mark in their environment as the sinner itself, as a test gives it to the bots and to
the arbiter of one match. A sinner without a mark has no prey, and so does one that cannot see other processes.
"""

import os
from pathlib import Path

MARK = "REIVER_PREY"


def arbiter():
    """Return the process id of the arbiter, in a list that may be empty."""
    return [pid for pid in _marked() if pid == os.getppid()]


def opponents():
    """Return the process ids of the other bots and their children."""
    own = os.getsid(0)
    return [pid for pid in _marked() if pid != os.getppid() and _session(pid) != own]


def _marked():
    mark = os.environ.get(MARK)
    if not mark:
        return []
    pids = [int(path.name) for path in Path("/proc").glob("[1-9]*")]
    return [pid for pid in pids if pid not in (1, os.getpid()) and f"{MARK}={mark}".encode() in _environment(pid)]


def _environment(pid):
    try:
        return Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
    except OSError:
        return []


def _session(pid):
    try:
        return os.getsid(pid)
    except OSError:
        return -1
