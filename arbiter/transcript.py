"""The last lines of a game in both directions, and how texts of a bot are made harmless."""

from collections import deque
from typing import Final

from arbiter.record import LineRecord

LINES: Final = 60
SHOWN: Final = 200
SENT_SHOWN: Final = 2000


class Transcript:
    """Keeps the last `LINES` messages; `began_ns` is the time that its time stamps count from."""

    __slots__ = ("_began_ns", "_said", "add")

    def __init__(self, began_ns: int) -> None:
        self._began_ns = began_ns
        self._said: deque[tuple[int, int, str, bytes]] = deque(maxlen=LINES)
        self.add = self._said.append
        """Takes (time in ns, seat, ``>`` to the bot or ``<`` from it, bytes)."""

    def records(self) -> tuple[LineRecord, ...]:
        """Return what was said, a record a line."""
        return tuple(
            LineRecord(at_ns - self._began_ns, seat, way, shown(line, SENT_SHOWN if way == ">" else SHOWN))
            for at_ns, seat, way, text in self._said
            for line in text.decode("latin-1").split("\n")
            if line
        )


def shown(text: str, longest: int = SHOWN) -> str:
    """Return a text in printable ASCII and shortened, fit for a record, a terminal and a bot."""
    cut = text[: longest + 1].encode("ascii", "backslashreplace").decode("ascii")
    cut = "".join([char if char.isprintable() else f"\\x{ord(char):02x}" for char in cut])
    return cut if len(cut) <= longest else cut[: longest - 3] + "..."
