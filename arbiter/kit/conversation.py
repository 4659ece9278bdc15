"""A conversation with one running bot, line by line, for whoever is in no hurry and wants to know all that was said."""

import select
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from arbiter.control import MS
from arbiter.player import FAULT_GRACE_NS
from arbiter.process import Process
from arbiter.vitals import unread_bytes

TO_BOT, FROM_BOT = ">", "<"
TELL_NS = 5000 * MS
LAST_LINES = 1000


class Said(NamedTuple):
    """A line that was said: when, ``>`` to or ``<`` from the bot, its bytes without the end."""

    at_ns: int
    way: str
    line: bytes


class Quiet(StrEnum):
    """Why no line came, or no more is taken."""

    LATE = "late"
    ENDED = "ended"
    CLOSED = "closed"
    FLOOD = "flood"


@dataclass(frozen=True, slots=True)
class Silence:
    """No line: why, and the bytes of a line whose end has not come."""

    why: Quiet
    rest: bytes = b""


class Conversation:
    """What is said between the arbiter and one process. `said` is all of it, `error_bytes` counts standard error."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.said: list[Said] = []
        self.error_bytes = 0
        self._lines: deque[bytes] = deque()
        self._is_closed = False
        self._heard_bytes = 0
        self._watch = select.poll()
        for fd in (process.output, process.errors):
            self._watch.register(fd, select.POLLIN)

    def tell(self, text: str) -> bool:
        """Send lines with their ends, and return whether the bot's input has taken them within `TELL_NS`."""
        data, now_ns, self._heard_bytes = text.encode("ascii"), time.monotonic_ns(), 0
        self.said += [Said(now_ns, TO_BOT, line) for line in data.split(b"\n") if line]
        while data := data[self.process.write(data) :]:
            self._watch.register(self.process.input, select.POLLOUT)
            self._attend(1)
            self._watch.unregister(self.process.input)
            if time.monotonic_ns() - now_ns > TELL_NS:
                return False
        return True

    def hear(self, deadline_ns: int | None) -> bytes | Silence:
        """Return the bot's next line; wait for it until `deadline_ns`, or for ever."""
        if self._heard_bytes > self.process.program.limits.turn_bytes:
            return Silence(Quiet.FLOOD)
        while not self._lines:
            if self._is_closed:
                return Silence(Quiet.ENDED if self.process.wait(FAULT_GRACE_NS) else Quiet.CLOSED)
            if self.process.lines.is_overlong:
                return Silence(Quiet.FLOOD)
            left_ms = None if deadline_ns is None else (deadline_ns - time.monotonic_ns()) // MS + 1
            if left_ms is not None and left_ms <= 0:
                return Silence(Quiet.LATE, self.process.lines.rest)
            self._attend(left_ms)
        return self._next()

    def hear_at_once(self) -> Iterator[bytes]:
        """Yield the lines that are there already."""
        self._attend(0)
        while self._lines:
            yield self._next()

    def hear_to_the_end(self, limit_ns: int) -> list[bytes]:
        """Close the bot's input and return what it still says until its output ends or the time is over."""
        self.process.close_input()
        deadline_ns = time.monotonic_ns() + limit_ns
        lines: list[bytes] = []
        while len(lines) < LAST_LINES and isinstance(heard := self.hear(deadline_ns), bytes):
            lines.append(heard)
        return lines

    def _attend(self, limit_ms: int | None) -> None:
        """Read what there is on standard output and standard error, and wait for it if need be."""
        process = self.process
        for fd, _ in self._watch.poll(limit_ms):
            if fd == process.errors:
                self.error_bytes += unread_bytes(fd)
                if not process.drain_errors():
                    self._watch.unregister(fd)
            elif fd == process.output:
                self._read()

    def _read(self) -> None:
        data = self.process.read()
        if data is None:
            self._is_closed = True
            self._watch.unregister(self.process.output)
            return
        self._heard_bytes += len(data)
        self._lines += self.process.lines.feed(data)

    def _next(self) -> bytes:
        line = self._lines.popleft()
        self.said.append(Said(time.monotonic_ns(), FROM_BOT, line))
        return line
