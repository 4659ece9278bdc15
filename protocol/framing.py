"""Lines out of a stream of bytes, however it is split."""

from typing import Final

LONGEST_LINE: Final = 4096


class Lines:
    """Collects the lines of one stream.

    `is_overlong` becomes true for good when a line of more than `longest` bytes, its end included, has come; that
    line and all that follows is dropped.
    """

    __slots__ = ("_longest", "_rest", "is_overlong")

    def __init__(self, longest: int = LONGEST_LINE) -> None:
        self._longest = longest
        self._rest = b""
        self.is_overlong = False

    def feed(self, data: bytes) -> list[bytes]:
        """Take the next bytes and return the lines that they complete, without their ends; those of mere spaces are none."""
        if self.is_overlong:
            return []
        # The common case: one whole line, which ends in a visible character.
        if not self._rest and data.find(b"\n") == len(data) - 1 < self._longest - 1 and data[-2:] > b" \n":
            return [data[:-1]]
        lines = (self._rest + data).split(b"\n")
        self._rest = lines.pop()
        longest = self._longest
        complete = []
        for line in lines:
            if len(line) >= longest:
                self.is_overlong = True
                break
            line = line.removesuffix(b"\r")
            if line.strip(b" "):
                complete.append(line)
        if len(self._rest) >= longest:
            self.is_overlong = True
        if self.is_overlong:
            self._rest = b""
        return complete

    @property
    def rest(self) -> bytes:
        """The bytes of a line whose end has not come."""
        return self._rest
