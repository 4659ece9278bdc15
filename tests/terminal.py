"""A terminal: a program runs on it, and what it writes makes a screen."""

import fcntl
import os
import pty
import re
import select
import struct
import sys
import termios
import time
from collections.abc import Sequence

from tests.processes import Processes
from tests.timeouts import TIMEOUT

CODE = re.compile(r"\x1b\[\??(\d*)(?:;\d+)*([A-Za-z])")


class Screen:
    """The lines of a terminal of some width, without the height: nothing scrolls away. Codes not known here fail."""

    def __init__(self, width: int) -> None:
        self.lines = [""]
        self.is_cursor_shown = True
        self._width, self._row, self._column = width, 0, 0

    def write(self, text: str) -> None:
        """Show what a program has written."""
        start = 0
        for code in CODE.finditer(text):
            self._put(text[start : code.start()])
            self._obey(code[0], int(code[1] or 1), code[2])
            start = code.end()
        self._put(text[start:])

    def _obey(self, code: str, count: int, letter: str) -> None:
        if letter == "A":
            self._row = max(0, self._row - count)
        elif letter == "K":
            self.lines[self._row] = ""
        elif letter in "hl":
            self.is_cursor_shown = letter == "h"
        else:
            assert letter == "m", repr(code)

    def _put(self, text: str) -> None:
        for character in text:
            assert character != "\x1b", repr(text)
            if character == "\r":
                self._column = 0
            elif character == "\n":
                self._go_down()
            else:
                self._put_one(character)

    def _put_one(self, character: str) -> None:
        if self._column == self._width:
            self._column = 0
            self._go_down()
        line = self.lines[self._row].ljust(self._column)
        self.lines[self._row] = line[: self._column] + character + line[self._column + 1 :]
        self._column += 1

    def _go_down(self) -> None:
        self._row += 1
        if self._row == len(self.lines):
            self.lines.append("")


class Terminal:
    """A terminal that controls the session of a reiver that runs on it; `said` is all that was written."""

    def __init__(
        self, processes: Processes, words: Sequence[object], width: int = 80, height: int = 24, **environment: str
    ) -> None:
        self.fd, inner = pty.openpty()
        fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
        inherited = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES", "NO_COLOR")}
        self.process = processes.start(
            ["setsid", "-c", sys.executable, "-m", "arbiter", *map(str, words)],
            env=inherited | {"TERM": "xterm"} | environment,
            stdin=inner,
            stdout=inner,
            stderr=inner,
        )
        os.close(inner)
        self.said = ""
        self.screen = Screen(width)

    def read(self) -> bool:
        """Show what is written next, and return whether there was anything before the end."""
        assert select.select([self.fd], [], [], TIMEOUT)[0], f"nothing after {self.said[-500:]!r}"
        try:
            said = os.read(self.fd, 1 << 16).decode()
        except OSError:
            return False
        self.said += said
        self.screen.write(said)
        return True

    def read_until(self, pattern: str) -> None:
        """Read until a pattern is on the screen."""
        deadline_s = time.monotonic() + TIMEOUT
        while not re.search(pattern, "\n".join(self.screen.lines)):
            assert time.monotonic() < deadline_s, self.said[-500:]
            assert self.read(), f"no {pattern!r} in {self.said!r}"

    def type(self, keys: str) -> None:
        """Press keys."""
        os.write(self.fd, keys.encode())

    def end(self) -> int:
        """Read to the end, and return the exit status."""
        deadline_s = time.monotonic() + TIMEOUT
        while self.read():
            assert time.monotonic() < deadline_s, self.said[-500:]
        os.close(self.fd)
        return self.process.wait(TIMEOUT)
