"""What the arbiter says in a dialogue, held against what it must say."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from arbiter.control import MS
from arbiter.referee import Referee
from arbiter.rules.view import view
from arbiter.stress.finding import demand
from arbiter.stress.hidden import fields_text
from arbiter.verdicts import result_for
from protocol import codec
from protocol.codec import Malformed
from protocol.messages import GiveBack, Result, Turn, Unknown

LONGEST_LINE = 2000


@dataclass(slots=True)
class Speech:
    """The arbiter's side of one game. `said` is what each seat was sent, `prompts` how often a seat was asked."""

    referee: Referee
    said: tuple[list[str], list[str]] = field(default_factory=lambda: ([], []))
    prompts: list[int] = field(default_factory=lambda: [0, 0])
    left_ns: list[int] = field(init=False)
    spent_ns: int = 0
    _is_told: list[bool] = field(default_factory=lambda: [False, False])

    def __post_init__(self) -> None:
        game_ns = self.referee.order.time.game_ns or 0
        self.left_ns = [game_ns, game_ns]

    def check(self, lines: Iterable[tuple[int, str]]) -> None:
        """Raise a finding if one of the lines that were just sent is not what it must be."""
        for seat, line in lines:
            self.said[seat].append(line)
            self._check(seat, line)

    def spend(self, seat: int, wall_ns: int, is_over: bool) -> None:
        """Take note of the time of an answer; `is_over` tells whether it ends the turn."""
        self.spent_ns += wall_ns
        if is_over:
            left_ns = max(self.left_ns[seat] - self.spent_ns, 0)
            self.left_ns[seat] = left_ns + self.referee.order.time.increment_ns
            self.spent_ns = 0

    def _check(self, seat: int, line: str) -> None:
        is_plain = line.isprintable() and line.isascii() and len(line) <= LONGEST_LINE
        demand(is_plain, "a line that is not printable, or too long", repr(line))
        demand(not self._is_told[seat], "a line after the result", seat, line)
        message = codec.decode_from_arbiter(line.encode())
        demand(not isinstance(message, Malformed | Unknown), "the arbiter says what is no message", line)
        demand(codec.encode(message) == line, "a message does not come back from its line", line)  # type: ignore[arg-type]
        if isinstance(message, Turn):
            self.prompts[seat] += 1
            self._check_turn(seat, line)
        elif isinstance(message, GiveBack):
            self.prompts[seat] += 1
            demand(line.endswith(self._public(seat)), "a return does not show the view", line, self._public(seat))
        elif isinstance(message, Result):
            self._is_told[seat] = True
            verdict = self.referee.verdict
            demand(verdict and message == result_for(verdict, seat), "a result that is not the verdict", line)

    def _check_turn(self, seat: int, line: str) -> None:
        state = self.referee.state
        demand(seat == state.seat and not state.ending, "a seat is asked out of turn", line)
        expected = f"turn {state.turn} {self._public(seat)}"
        demand(line == expected, "a turn does not show the view and the time", line, expected)

    def _public(self, seat: int) -> str:
        return f"{fields_text(view(self.referee.state, seat))} {self._time(seat)}"

    def _time(self, seat: int) -> str:
        """Return the fields of the time."""
        control = self.referee.order.time
        mine, theirs = self.left_ns[seat], self.left_ns[1 - seat]
        limits = [limit for limit in (control.move_ns, None if control.game_ns is None else mine) if limit is not None]
        left = max(min(limits) - self.spent_ns, 0) // MS if limits else "-"
        clock = "-/-" if control.game_ns is None else f"{max(mine - self.spent_ns, 0) // MS}/{theirs // MS}"
        return f"left={left} clock={clock}"
