"""The subject of a check: one process of the bot, spoken to under the real limits."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import Self

from arbiter.control import MS, TimeControl
from arbiter.greeting import Greeting, Identity
from arbiter.kit.check.causes import Pulse, of_end, of_fault, of_silence
from arbiter.kit.check.finding import Trouble
from arbiter.kit.check.house import House
from arbiter.kit.check.rerun import Rerun
from arbiter.kit.choices import grouped
from arbiter.kit.conversation import TO_BOT, Conversation, Quiet, Said, Silence
from arbiter.kit.sitting import BotSitter, flood_text, sit
from arbiter.order import Order
from arbiter.process import Process, Program, exit_text
from arbiter.record import TurnRecord
from arbiter.referee import Referee
from arbiter.transcript import SENT_SHOWN, shown
from arbiter.verdicts import Fault, FaultKind
from arbiter.vitals import look

Disguise = Callable[[str], str]
ERROR_LINES, FLOOD_SHOWN = 6, 5
_DUE = {"game": "ok", "turn": "play or pass", "return": "return"}


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


class Examined(BotSitter):
    """A bot on a seat that is sent its lines in disguise, and looked at when its time is over."""

    def __init__(self, conversation: Conversation, seat: int, disguise: Disguise) -> None:
        super().__init__(conversation, seat)
        self.silence: Silence | None = None
        self.pulse: Pulse | None = None
        self.faulted_at: int | None = None
        self._disguise = disguise

    def send(self, text: str) -> None:
        """Send lines in disguise."""
        super().send(self._disguise(text))

    def answer(self, referee: Referee) -> None:
        """Let the referee hear a line, and note when it was a fault."""
        super().answer(referee)
        self._note_fault(referee)

    def overhear(self, referee: Referee) -> None:
        """Let the referee hear what is said unasked, and note when it was a fault."""
        super().overhear(referee)
        self._note_fault(referee)

    def blame(self, referee: Referee, silence: Silence) -> None:
        """Note how the process is before the referee is told."""
        self.silence = silence
        self.pulse = pulse_of(self.conversation.process, self._asked_ns, self._asked_cpu_ns)
        super().blame(referee, silence)

    def _note_fault(self, referee: Referee) -> None:
        if self.faulted_at is None and referee.has_failed(self.seat):
            self.faulted_at = len(self.conversation.said)


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

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        process = self.conversation.process
        process.kill()
        self._tally.error_bytes += self.conversation.error_bytes
        self._tally.error_tail = process.errors_tail or self._tally.error_tail

    def greet(self, disguise: Disguise = plainly) -> Trouble | None:
        """Talk from ``hello`` to ``ready``."""
        greeting, conversation = Greeting(), self.conversation
        conversation.tell(disguise(Greeting.opening()))
        allowed = "name, author, version, option, then 'ready 1'"
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
                return self._trouble(
                    "not the answer that is due", answer, "a token is any word; it comes back as it is"
                )
        return None

    def play(
        self, order: Order, house: House, disguise: Disguise = plainly, past: Sequence[TurnRecord] = ()
    ) -> tuple[Referee, Trouble | None]:
        """Play a game against the house; return its referee, and the bot's trouble if it had one.

        The turns in `past` are played without a word to the bot.
        """
        seat = 1 - house.seat
        sitter = Examined(self.conversation, seat, disguise)
        mine, other = Rerun(sitter, seat, past), Rerun(house, house.seat, past)
        referee = Referee(order, time.monotonic_ns())
        sit(referee, (mine, other) if seat == 0 else (other, mine))
        self._tally.moves_ns += [turn.wall_ns for turn in referee.turns[len(past) :] if turn.seat == seat]
        fault = referee.verdict.fault if referee.verdict else None
        if fault is None or fault.seat != seat:
            return referee, None
        return referee, self._trouble_of_fault(fault, sitter)

    def leaves(self, why: str, cause: str) -> Trouble | None:
        """Return the trouble of a bot that has been asked to go and does not in its grace period."""
        if self.conversation.process.wait(self._control.grace_ns):
            return None
        return Trouble(f"{why}, and it is still there {self._control.grace_ns // MS} ms later", cause=cause)

    @property
    def exit_text(self) -> str:
        """How the process ended, in words."""
        return exit_text(self.conversation.process.exit_status)

    def _trouble_of_fault(self, fault: Fault, sitter: Examined) -> Trouble:
        sent, came = breath(self.conversation.said[: sitter.faulted_at])
        allowed = _allowed(fault, sent[-1].split()[0])
        if sitter.silence:
            return self._quiet(sitter.silence, fault.why, allowed, sitter)
        late = fault.kind is FaultKind.TIMEOUT
        cause = "the answer came, but too late" if late else of_fault(fault, came)
        return Trouble(fault.why, sent, came, allowed, cause, self._errors())

    def _quiet(self, silence: Silence, why: str, allowed: str, sitter: Examined | None = None) -> Trouble:
        """Return the trouble of a bot from which nothing came: it is gone, or it is looked at closely."""
        process = self.conversation.process
        sent, came = breath(self.conversation.said[: sitter.faulted_at if sitter else None])
        if silence.why in (Quiet.ENDED, Quiet.CLOSED):
            if sitter is None:
                why = "the bot ended" if process.has_ended() else "the bot closed its standard output"
            return Trouble(why, sent, came, allowed, of_end(process.exit_status, self._errors()), self._errors())
        if silence.why is Quiet.FLOOD:
            cause = "something floods standard output: debug output belongs on standard error"
            return Trouble(flood_text(process), sent, came[:FLOOD_SHOWN], allowed, cause, self._errors())
        pulse = (sitter and sitter.pulse) or pulse_of(process, self._began_ns, 0)
        late = self.conversation.hear_to_the_end(self._control.grace_ns) if pulse.vitals.waits_for_input else []
        cause = of_silence(pulse, sent[-1].split()[0], process.lines.rest, late)
        return Trouble(why, sent, came, allowed, cause, self._errors())

    def _trouble(self, why: str, allowed: str, cause: str) -> Trouble:
        sent, came = breath(self.conversation.said)
        return Trouble(why, sent, came, allowed, cause, self._errors())

    def _errors(self) -> tuple[str, ...]:
        lines = self.conversation.process.errors_tail.decode("utf-8", "backslashreplace").splitlines()
        return tuple(shown(line) for line in lines if line.strip())[-ERROR_LINES:]


def pulse_of(process: Process, asked_ns: int, asked_cpu_ns: int) -> Pulse:
    """Return how a process is, and what it has used since it was asked."""
    vitals = look(process.members(), process.input)
    return Pulse(vitals, process.cpu_ns() - asked_cpu_ns, time.monotonic_ns() - asked_ns)


def breath(said: Sequence[Said]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the lines that were sent last, and what has come since."""
    came: list[str] = []
    sent: list[str] = []
    for line in reversed(said):
        if line.way == TO_BOT:
            sent.append(shown(line.line.decode("latin-1"), SENT_SHOWN))
        elif sent:
            break
        else:
            came.append(shown(line.line.decode("latin-1"), SENT_SHOWN))
    return tuple(reversed(sent)), tuple(reversed(came))


def _allowed(fault: Fault, word: str) -> str:
    """Return what might have been said in answer to a line that starts with `word`."""
    if "is open, not" in fault.why:
        return f"an answer that says {fault.expected}"
    allowed = fault.expected or _DUE.get(word, "")
    return f"{allowed}; legal: {', '.join(grouped(fault.legal))}" if fault.legal else allowed
