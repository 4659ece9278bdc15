"""Vital signs: what a process that does not answer is doing, as far as Linux tells it."""

import contextlib
import fcntl
import struct
import termios
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

PROC = Path("/proc")
_READING = ("pipe_read", "pipe_wait", "wait_for_partner")
_POLLING = ("poll", "select", "epoll")


@dataclass(frozen=True, slots=True)
class Vitals:
    """The signs of a process with its children.

    `unread`: bytes that wait in its standard input. `is_running`: a thread of it computes. `is_reading`: a thread of it
    waits in a read of a pipe, or for any of several inputs. `is_stopped`: it was stopped by a signal.
    """

    unread: int
    is_running: bool
    is_reading: bool
    is_stopped: bool

    @property
    def waits_for_input(self) -> bool:
        """Whether it has read all that it was sent and waits for more."""
        return self.is_reading and not self.unread and not self.is_running


def look(pid: int, input_fd: int) -> Vitals:
    """Return the signs of the process `pid`, whose standard input is the other end of the pipe `input_fd`."""
    states, places = "", []
    for task in _tasks(pid):
        with contextlib.suppress(OSError, IndexError):
            states += (task / "stat").read_text().rpartition(")")[2].split()[0]
            places.append((task / "wchan").read_text())
    is_reading = any(word in place for place in places for word in (*_READING, *_POLLING))
    return Vitals(unread_bytes(input_fd), "R" in states, is_reading, bool(states) and set(states) <= set("Tt"))


def unread_bytes(fd: int) -> int:
    """Return how many bytes wait in a pipe, either end of which is `fd`; 0 if that cannot be told."""
    try:
        found: int = struct.unpack("i", fcntl.ioctl(fd, termios.FIONREAD, b"\0" * 4))[0]
    except OSError:
        return 0
    return found


def _tasks(pid: int) -> Iterator[Path]:
    """Return the threads of a process and of all its descendants."""
    with contextlib.suppress(OSError):
        for task in (PROC / str(pid) / "task").iterdir():
            yield task
            children = ""
            with contextlib.suppress(OSError):
                children = (task / "children").read_text()
            for child in children.split():
                yield from _tasks(int(child))
