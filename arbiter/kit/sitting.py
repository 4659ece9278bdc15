"""A sitting: one game whose seats are taken by anybody who can be told and answer: a bot, a person, the house."""

import time
from collections.abc import Sequence

from arbiter.kit.conversation import Conversation, Quiet, Silence
from arbiter.process import Process, exit_text
from arbiter.referee import Referee
from arbiter.transcript import shown
from arbiter.verdicts import FaultKind


class Sitter:
    """Whoever sits on a seat."""

    def tell(self, referee: Referee, text: str) -> None:
        """Take lines from the referee, with their ends."""

    def answer(self, referee: Referee) -> None:
        """Let the referee hear one line, or why none has come. It asks again until it has what is due."""
        raise NotImplementedError

    def overhear(self, referee: Referee) -> None:
        """Let the referee hear what is said unasked."""


def sit(referee: Referee, sitters: Sequence[Sitter]) -> None:
    """Play a game from its announcement to its verdict."""
    referee.open()
    go_on(referee, sitters)


def go_on(referee: Referee, sitters: Sequence[Sitter]) -> None:
    """Play a game that was opened to its verdict, of which the seats are told."""
    while True:
        for seat, text in referee.take_sends():
            sitters[seat].tell(referee, text)
        if referee.verdict:
            return
        asked = referee.asked
        for seat in (0, 1):
            if not asked & 1 << seat:
                sitters[seat].overhear(referee)
        for seat in (0, 1):
            if asked & referee.asked & 1 << seat:
                sitters[seat].answer(referee)


def flood_text(process: Process) -> str:
    """Return what there is too much of on a bot's standard output."""
    if process.lines.is_overlong:
        return "a line of more than 4096 bytes"
    return f"more than {process.program.limits.turn_bytes} bytes in one turn"


class BotSitter(Sitter):
    """A running bot on a seat, under the limits of the game; its faults go to the referee."""

    def __init__(self, conversation: Conversation, seat: int) -> None:
        self.conversation, self.seat = conversation, seat
        self._asked_ns = self._asked_cpu_ns = 0

    def tell(self, _referee: Referee, text: str) -> None:
        """Send lines to the bot; its time starts when they are sent."""
        self._asked_cpu_ns = self.conversation.process.cpu_ns()
        self.send(text)
        self._asked_ns = time.monotonic_ns()

    def overhear(self, referee: Referee) -> None:
        """Let the referee hear the lines that are there already."""
        for line in self.conversation.hear_at_once():
            referee.hear(self.seat, line, time.monotonic_ns(), 0, 0)

    def send(self, text: str) -> None:
        """Send lines to the bot."""
        self.conversation.tell(text)

    def answer(self, referee: Referee) -> None:
        """Let the referee hear the bot's next line, or why there is none in time."""
        limit_ns = referee.limit_ns
        deadline_ns = None if limit_ns is None else self._asked_ns + limit_ns + referee.order.time.margin_ns
        heard = self.conversation.hear(deadline_ns)
        now_ns = time.monotonic_ns()
        if isinstance(heard, Silence):
            self.blame(referee, heard)
        else:
            cpu_ns = self.conversation.process.cpu_ns() - self._asked_cpu_ns
            referee.hear(self.seat, heard, now_ns, now_ns - self._asked_ns, cpu_ns)

    def blame(self, referee: Referee, silence: Silence) -> None:
        """Tell the referee of a fault that is no line."""
        seat, process = self.seat, self.conversation.process
        if silence.why is Quiet.FLOOD:
            referee.fail(seat, FaultKind.FLOOD, flood_text(process))
        elif silence.why is Quiet.CLOSED:
            referee.fail(seat, FaultKind.CRASH, "the bot closed its standard output")
        elif silence.why is Quiet.ENDED or process.has_ended():
            referee.fail(seat, FaultKind.CRASH, f"the bot ended: {exit_text(process.exit_status)}")
        elif silence.rest:
            rest = shown(silence.rest.decode("latin-1"), 40)
            referee.expire(seat, f"no whole line in time: {rest!r} came without a newline")
        else:
            referee.expire(seat)
