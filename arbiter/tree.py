"""A process tree as /proc shows it: who is in it, what it uses, and how long it has waited for a processor."""

import contextlib
import os
import signal
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

PAGE_BYTES = os.sysconf("SC_PAGESIZE")
TICK_NS = 1_000_000_000 // os.sysconf("SC_CLK_TCK")
_MOST_BYTES = 1 << 16
_MOST_SWEEPS = 20


@dataclass(frozen=True, slots=True)
class Times:
    """What a tree has computed so far, and how long its threads, together, were ready while no processor was free."""

    cpu_ns: int = 0
    waited_ns: int = 0


def members(pid: int) -> list[int]:
    """Return a process with all its descendants."""
    found = [pid]
    for each in found:
        found += children(each)
    return found


def children(pid: int) -> list[int]:
    """Return the children of a process."""
    return [int(child) for task in _tasks(pid) for child in _read(f"/proc/{pid}/task/{task}/children").split()]


def memory_bytes(pids: Iterable[int]) -> int:
    """Return the memory that processes have in use, where each counts all that it shares."""
    fields = (_read(f"/proc/{pid}/statm").split() for pid in pids)
    return sum(int(field[1]) for field in fields if field) * PAGE_BYTES


def shared_out_bytes(pids: Iterable[int]) -> int:
    """Return the memory that processes have in use, where what they share counts once; it takes long."""
    return sum(_proportional_bytes(pid) for pid in pids)


def cpu_ns(pids: Iterable[int]) -> int:
    """Return the processor time of processes and of their children that are gone."""
    return sum(_own_cpu_ns(pid) + _buried_cpu_ns(pid) for pid in pids)


def times(pids: Iterable[int]) -> Times:
    """Return what processes have computed and how long they have waited."""
    pids = list(pids)
    stats = [_read(f"/proc/{pid}/task/{task}/schedstat").split() for pid in pids for task in _tasks(pid)]
    return Times(cpu_ns(pids), sum(int(stat[1]) for stat in stats if len(stat) > 1))


def halt(members: Callable[[], list[int]]) -> list[int]:
    """Stop the members of a tree, and return them. None gets away by starting another meanwhile."""
    halted: dict[int, None] = {}
    for _ in range(_MOST_SWEEPS):
        fresh = [pid for pid in members() if pid not in halted]
        if not fresh:
            break
        send(fresh, signal.SIGSTOP)
        halted |= dict.fromkeys(fresh)
    return list(halted)


def send(pids: Iterable[int], number: int) -> None:
    """Send a signal to processes, as far as they are still there."""
    for pid in pids:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(pid, number)


def _tasks(pid: int) -> list[str]:
    try:
        return os.listdir(f"/proc/{pid}/task")  # noqa: PTH208
    except OSError:
        return []


def _own_cpu_ns(pid: int) -> int:
    try:
        return time.clock_gettime_ns((~pid << 3) | 2)
    except OSError:
        return 0


def _buried_cpu_ns(pid: int) -> int:
    fields = _read(f"/proc/{pid}/stat").rpartition(")")[2].split()
    return (int(fields[13]) + int(fields[14])) * TICK_NS if len(fields) > 14 else 0


def _proportional_bytes(pid: int) -> int:
    for line in _read(f"/proc/{pid}/smaps_rollup").splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) * 1024
    return memory_bytes([pid])


def _read(path: str) -> str:
    """Return the text of a small file of /proc, or nothing if its process is gone."""
    try:
        fd = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return ""
    try:
        return os.read(fd, _MOST_BYTES).decode("ascii", "replace")
    except OSError:
        return ""
    finally:
        os.close(fd)
