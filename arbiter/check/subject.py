"""The subject of a check: one process of the bot, spoken to under the real limits."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import Self

from arbiter.check.causes import Pulse, of_end, of_fault, of_silence
from arbiter.check.finding import Trouble
from arbiter.check.house import House
from arbiter.clock import MS, TimeControl
from arbiter.conversation import FROM_BOT, TO_BOT, Conversation, Quiet, Said, Silence
from arbiter.greeting import Greeting, Identity
from arbiter.order import Order
from arbiter.process import Process, Program, exit_text
from arbiter.referee import Referee
from arbiter.sitting import BotSitter, sit
from arbiter.transcript import SENT_SHOWN, shown
from arbiter.verdicts import Fault, FaultKind
from arbiter.vitals import look

Disguise = Callable[[str], str]
LEGAL_SHOWN = 30
ERROR_LINES = 6


@dataclass(slots=True)
class Tally:
    """What all processes of a bot have used and written so far; times in nanoseconds."""

    startups_ns: list[int] = field(default_factory=list)
    moves_ns: list[int] = field(default_factory=list)
    error_bytes: int = 0
    error_tail: bytes = b""


def plainly(text: str) -> str:
    """Return lines as they are."""
    return text


class Subject:
    """A running bot; a context manager that leaves no process behind."""

    def __init__(self, program: Program, control: TimeControl, tally: Tally) -> None:
        """Start the program. Raise `arbiter.process.StartError` if the system refuses."""
        self._control, self._tally = control, tally
        self._began_ns = time.monotonic_ns()
        self.conversation = Conversation(Process(program))
        self.identity = Identity()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        process = self.conversation.process
        process.kill()
        self._tally.error_bytes += self.conversation.error_bytes
        self._tally.error_tail = process.errors_tail or self._tally.error_tail

    def greet(self, disguise: Disguise = plainly) -> Trouble | None:
        """Talk from ``hello`` to ``ready``."""
        greeting, conversation = Greeting(), self.conversation
        conversation.tell(disguise(Greeting.opening()))
        allowed = "name, author, version, option …, then 'ready 1'"
        while greeting.identity is None:
            heard = conversation.hear(self._began_ns + self._control.startup_ns)
            if isinstance(heard, Silence):
                return self._quiet(heard, f"not ready in {self._control.startup_ns // MS} ms", allowed)
            greeting.hear(heard)
            for reply in greeting.replies:
                conversation.tell(reply)
            greeting.replies.clear()
            if greeting.wrong:
                cause = "before 'ready' a bot says who it is and nothing else; debug output belongs on standard error"
                return self._trouble(greeting.wrong, allowed, cause)
        self.identity = greeting.identity
        self._tally.startups_ns.append(time.monotonic_ns() - self._began_ns)
        return None

    def tell(self, line: str) -> None:
        """Send a line that wants no answer."""
        self.conversation.tell(line + "\n")

    def ask(self, line: str, answers: Sequence[str]) -> Trouble | None:
        """Send one or more lines, and hear exactly the answers that they want, notes aside."""
        for stray in self.conversation.hear_at_once():
            if not stray.startswith(b"note"):
                cause = "one line, one answer: was an earlier line answered twice?"
                return self._trouble("a line that nobody asked for", "nothing but note", cause)
        asked_ns = time.monotonic_ns()
        self.tell(line)
        for answer in answers:
            heard: bytes | Silence = b"note"
            while isinstance(heard, bytes) and heard.split()[0] == b"note":
                heard = self.conversation.hear(asked_ns + self._control.setup_ns)
            if isinstance(heard, Silence):
                return self._quiet(heard, f"no {answer!r} in {self._control.setup_ns // MS} ms", answer)
            if heard.split() != answer.encode().split():
                return self._trouble("not the answer that is due", answer, "a token is any word; it comes back as it is")
        return None

    def play(self, order: Order, seat: int, house: House, disguise: Disguise = plainly) -> tuple[Referee, Trouble | None]:
        """Play a game against the house on the other seat; return its referee, and the bot's trouble if it had one."""
        sitter = _Examined(self.conversation, seat, disguise)
        referee = Referee(order, time.monotonic_ns())
        sit(referee, (sitter, house) if seat == 0 else (house, sitter))
        self._tally.moves_ns += [turn.wall_ns for turn in referee.turns if turn.seat == seat]
        fault = referee.verdict.fault if referee.verdict else None
        if fault is None or fault.seat != seat:
            return referee, None
        return referee, self._trouble_of_fault(fault, sitter)

    def leaves(self, why: str, cause: str) -> Trouble | None:
        """Return the trouble of a bot that has been asked to go and does not in its grace period."""
        process = self.conversation.process
        if process.wait(self._control.grace_ns):
            return None
        return self._trouble(f"{why}, and it is still there {self._control.grace_ns // MS} ms later", "to end", cause)

    @property
    def exit_text(self) -> str:
        """How the process ended, in words."""
        return exit_text(self.conversation.process.exit_status)

    def _trouble_of_fault(self, fault: Fault, sitter: "_Examined") -> Trouble:
        allowed = fault.expected
        if fault.legal:
            more = " …" if len(fault.legal) > LEGAL_SHOWN else ""
            allowed += f"; legal: {', '.join(fault.legal[:LEGAL_SHOWN])}{more}"
        if sitter.silence and sitter.silence.why is not Quiet.FLOOD:
            return self._quiet(sitter.silence, fault.why, allowed, sitter.pulse)
        if fault.kind is FaultKind.TIMEOUT:
            return self._trouble(fault.why, allowed, "the answer came, but too late")
        return self._trouble(fault.why, allowed, of_fault(fault, self._breath()[1]))

    def _quiet(self, silence: Silence, why: str, allowed: str, pulse: Pulse | None = None) -> Trouble:
        """Return the trouble of a bot from which nothing came: it is gone, or it is looked at closely."""
        process = self.conversation.process
        sent, came = self._breath()
        if silence.why in (Quiet.ENDED, Quiet.CLOSED):
            if not why.startswith("the bot"):
                why = "the bot ended" if process.has_ended() else "the bot closed its standard output"
            return Trouble(why, sent, came, allowed, of_end(process.exit_status, self._errors()), self._errors())
        pulse = pulse or self.pulse(self._began_ns, 0)
        late = self.conversation.hear_to_the_end(self._control.grace_ns) if pulse.vitals.waits_for_input else []
        word = sent[-1].split()[0] if sent else "hello"
        cause = of_silence(pulse, word, process.lines.rest, late)
        return Trouble(why, sent, came, allowed, cause, self._errors())

    def pulse(self, asked_ns: int, asked_cpu_ns: int) -> Pulse:
        """Return how the process is, that was asked when it had used `asked_cpu_ns`."""
        process = self.conversation.process
        return pulse_of(process, asked_ns, asked_cpu_ns)

    def _trouble(self, why: str, allowed: str, cause: str) -> Trouble:
        sent, came = self._breath()
        return Trouble(why, sent, came, allowed, cause, self._errors())

    def _errors(self) -> tuple[str, ...]:
        lines = self.conversation.process.errors_tail.decode("utf-8", "backslashreplace").splitlines()
        return tuple(shown(line) for line in lines if line.strip())[-ERROR_LINES:]

    def _breath(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the lines that were sent last, before the result, and what has come since."""
        said = _without_result(self.conversation.said)
        came: list[str] = []
        sent: list[str] = []
        for line in reversed(said):
            if line.way == TO_BOT:
                sent.append(_text(line))
            elif sent:
                break
            else:
                came.append(_text(line))
        return tuple(reversed(sent)), tuple(reversed(came))


class _Examined(BotSitter):
    """A bot on a seat that is sent its lines in disguise, and looked at when its time is over."""

    def __init__(self, conversation: Conversation, seat: int, disguise: Disguise) -> None:
        super().__init__(conversation, seat)
        self.silence: Silence | None = None
        self.pulse: Pulse | None = None
        self._disguise = disguise

    def send(self, text: str) -> None:
        """Send lines in disguise."""
        super().send(self._disguise(text))

    def blame(self, referee: Referee, silence: Silence) -> None:
        """Note how the process is before the referee is told."""
        self.silence = silence
        self.pulse = pulse_of(self.conversation.process, self._asked_ns, self._asked_cpu_ns)
        super().blame(referee, silence)


def pulse_of(process: Process, asked_ns: int, asked_cpu_ns: int) -> Pulse:
    """Return how a process is, and what it has used since it was asked."""
    vitals = look(process.pid, process.input)
    return Pulse(vitals, process.cpu_ns() - asked_cpu_ns, time.monotonic_ns() - asked_ns)


def _without_result(said: Sequence[Said]) -> Sequence[Said]:
    """Return what was said before the referee told the result, if that was told last."""
    ending = max((place for place, line in enumerate(said) if line.line.startswith(b"result ")), default=-1)
    if ending < 0 or any(line.way == TO_BOT and line.at_ns > said[ending].at_ns for line in said[ending:]):
        return said
    return [line for line in said if not (line.way == TO_BOT and line.at_ns == said[ending].at_ns)]


def _text(line: Said) -> str:
    return shown(line.line.decode("latin-1"), SENT_SHOWN)


__all__ = ["FROM_BOT", "Disguise", "Subject", "Tally", "plainly"]
