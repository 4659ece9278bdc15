"""A trace: every line between the arbiter and its bots, with the time, printed while it is said."""

import signal
import time
from typing import TextIO

from arbiter import tree
from arbiter.control import MS
from arbiter.process import Process, Program
from arbiter.transcript import SENT_SHOWN, shown
from protocol.framing import Lines


class Trace:
    """Prints lines with the milliseconds since the trace began and since the line before."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._began_ns = self._last_ns = time.monotonic_ns()
        self._started: list[Process] = []

    def start(self, program: Program) -> Process:
        """Start a program that is traced."""
        process = _TracedProcess(program, self)
        self._started = [other for other in self._started if other.exit_status is None]
        self._started.append(process)
        return process

    def kill(self) -> None:
        """Kill the programs that run; whoever talks to them sees their end."""
        for process in self._started:
            if process.exit_status is None:
                tree.send(process.members(), signal.SIGKILL)

    def say(self, key: str, way: str, data: bytes) -> None:
        """Print a line that went ``>`` to a bot, or came ``<`` from it."""
        now_ns = time.monotonic_ns()
        since, after = (now_ns - self._began_ns) / MS, (now_ns - self._last_ns) / MS
        self._last_ns = now_ns
        text = shown(data.decode("latin-1"), SENT_SHOWN)
        print(f"{since:12.3f} ms {after:+10.3f}  {key:12.12} {way} {text}", file=self._out, flush=True)


class _TracedProcess(Process):
    """A process whose lines are printed, both ways."""

    def __init__(self, program: Program, trace: Trace) -> None:
        super().__init__(program)
        self._trace = trace
        self.lines = _TracedLines(program.key, trace)

    def write(self, data: bytes) -> int:
        """Write what the pipe takes, and print it."""
        written = super().write(data)
        for line in data[:written].splitlines():
            self._trace.say(self.program.key, ">", line)
        return written


class _TracedLines(Lines):
    """Lines that are printed as they are completed."""

    __slots__ = ("_key", "_trace")

    def __init__(self, key: str, trace: Trace) -> None:
        super().__init__()
        self._key, self._trace = key, trace

    def feed(self, data: bytes) -> list[bytes]:
        """Take the next bytes, and print the lines that they complete."""
        lines = super().feed(data)
        for line in lines:
            self._trace.say(self._key, "<", line)
        return lines
