"""Drives a referee through a script in virtual time, as a table would with two processes."""

from arbiter.order import Order
from arbiter.program import Limits
from arbiter.referee import Referee
from arbiter.stress.script import TIMEOUT, Event
from arbiter.verdicts import FaultKind
from protocol.framing import Lines

TURN_BYTES = Limits().turn_bytes


class Drive:
    """One game. `framing` holds the streams of both seats."""

    def __init__(self, order: Order) -> None:
        self.referee = Referee(order, 0)
        self.framing = Lines(), Lines()
        self._turn_bytes = [0, 0]

    def take_lines(self) -> list[tuple[int, str]]:
        """Take what the referee has to send, and return it line by line with its seat."""
        lines = []
        for seat, text in self.referee.take_sends():
            if self.referee.asked >> seat & 1:
                self._turn_bytes[seat] = 0
            lines += [(seat, line) for line in text.split("\n")[:-1]]
        return lines

    def do(self, event: Event) -> None:
        """Let a seat do something."""
        if event.end == TIMEOUT:
            self.expire(event.seat)
        elif event.end:
            self.fail(event.seat, FaultKind.CRASH, event.end)
        else:
            self._read(event.seat, event.data, event.wall_ns)

    def hear(self, seat: int, line: bytes, wall_ns: int) -> None:
        """Let the referee hear a line."""
        self.referee.hear(seat, line, 0, wall_ns, 0)

    def expire(self, seat: int) -> None:
        """Let the referee know that a seat has used up its time."""
        self.referee.expire(seat)

    def fail(self, seat: int, kind: FaultKind, why: str) -> None:
        """Let the referee know of a fault that is no line."""
        self.referee.fail(seat, kind, why)

    def question(self, seat: int) -> tuple[int, int] | None:
        """Return what tells one question to a seat from another, or None if it is not asked."""
        referee = self.referee
        return (len(referee.turns), referee.state.owed) if referee.asked >> seat & 1 else None

    def _read(self, seat: int, data: bytes, wall_ns: int) -> None:
        question, referee, framing = self.question(seat), self.referee, self.framing[seat]
        for line in framing.feed(data):
            self.hear(seat, line, wall_ns)
        self._turn_bytes[seat] += len(data)
        if framing.is_overlong or self._turn_bytes[seat] > TURN_BYTES:
            why = (
                "a line of more than 4096 bytes" if framing.is_overlong else f"more than {TURN_BYTES} bytes in one turn"
            )
            self.fail(seat, FaultKind.FLOOD, why)
        is_late = referee.limit_ns is not None and wall_ns > referee.limit_ns + referee.order.time.margin_ns
        if is_late and question and self.question(seat) == question:
            self.expire(seat)
