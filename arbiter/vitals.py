"""Vital signs: what a process that does not answer is doing, as far as Linux tells it."""

import contextlib
import fcntl
import struct
import termios
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

PROC = Path("/proc")
_WAITING = ("pipe_read", "pipe_wait", "wait_for_partner", "poll", "select")
_UNTOLD = ("", "0")


@dataclass(frozen=True, slots=True)
class Vitals:
    """The signs of a bot with all its processes.

    `unread`: bytes that wait in its standard input. `is_running`: a thread of it computes. `is_reading`: a thread of it
    waits to read a pipe, or for any of several inputs; if that cannot be told, all of them sleep. `is_stopped`: it was
    stopped by a signal.
    """

    unread: int
    is_running: bool
    is_reading: bool
    is_stopped: bool

    @property
    def waits_for_input(self) -> bool:
        """Whether it has read all that it was sent and waits for more."""
        return self.is_reading and not self.unread and not self.is_running


def look(pids: Iterable[int], input_fd: int) -> Vitals:
    """Return the signs of a bot's processes, whose standard input is the other end of the pipe `input_fd`."""
    states, places = "", []
    for task in (task for pid in pids for task in _tasks(pid)):
        with contextlib.suppress(OSError, IndexError):
            states += (task / "stat").read_text().rpartition(")")[2].split()[0]
            places.append((task / "wchan").read_text())
    is_reading = any(word in place for place in places for word in _WAITING)
    if all(place in _UNTOLD for place in places):
        is_reading = bool(states) and set(states) <= {"S"}
    return Vitals(unread_bytes(input_fd), "R" in states, is_reading, bool(states) and set(states) <= set("Tt"))


def unread_bytes(fd: int) -> int:
    """Return how many bytes wait in a pipe, either end of which is `fd`; 0 if that cannot be told."""
    try:
        found: int = struct.unpack("i", fcntl.ioctl(fd, termios.FIONREAD, b"\0" * 4))[0]
    except OSError:
        return 0
    return found


def _tasks(pid: int) -> list[Path]:
    """Return the threads of a process."""
    try:
        return list((PROC / str(pid) / "task").iterdir())
    except OSError:
        return []
