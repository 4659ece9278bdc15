"""Time control and the game clocks, in integer nanoseconds."""

from dataclasses import dataclass
from typing import Final

MS: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The limits of a match in nanoseconds; None is no limit.

    `move_ns` for a turn; `game_ns` for all turns of a seat, `increment_ns` added after each. `margin_ns` is forgiven
    and not announced. `startup_ns` from the start of a process to ``ready``, `setup_ns` from ``game`` to ``ok``,
    `grace_ns` from ``quit`` to the end of the process.
    """

    move_ns: int | None = 1000 * MS
    game_ns: int | None = None
    increment_ns: int = 0
    margin_ns: int = 20 * MS
    startup_ns: int = 10_000 * MS
    setup_ns: int = 10_000 * MS
    grace_ns: int = 1000 * MS


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
