"""The game clocks of both seats."""

from arbiter.control import MS, TimeControl


class Clock:
    """The game clocks of both seats; `left_ns` is None without a game clock."""

    __slots__ = ("_control", "_move_fields", "left_ns")

    def __init__(self, control: TimeControl) -> None:
        self._control = control
        self.left_ns = None if control.game_ns is None else [control.game_ns, control.game_ns]
        self._move_fields = f"left={'-' if control.move_ns is None else control.move_ns // MS} clock=-/-"

    def limit_ns(self, seat: int) -> int | None:
        """Return how long a seat's next turn may take, without the margin."""
        move = self._control.move_ns
        if self.left_ns is None:
            return move
        left = max(self.left_ns[seat], 0)
        return left if move is None else min(move, left)

    def spend(self, seat: int, elapsed_ns: int) -> None:
        """Take the time of a finished turn off a seat's clock, and add the increment."""
        if self.left_ns is not None:
            self.left_ns[seat] = max(self.left_ns[seat] - elapsed_ns, 0) + self._control.increment_ns

    def fields(self, seat: int, spent_ns: int = 0) -> str:
        """Return the fields ``left`` and ``clock``, in milliseconds, of a seat that has spent some of its turn."""
        if self.left_ns is None and not spent_ns:
            return self._move_fields
        limit = self.limit_ns(seat)
        left = "-" if limit is None else max(limit - spent_ns, 0) // MS
        if self.left_ns is None:
            return f"left={left} clock=-/-"
        return f"left={left} clock={max(self.left_ns[seat] - spent_ns, 0) // MS}/{self.left_ns[1 - seat] // MS}"
