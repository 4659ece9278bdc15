"""The time control of a match: its limits, in integer nanoseconds."""

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
