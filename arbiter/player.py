"""A player: a running program that has said who it is."""

import select
import time
from collections.abc import Sequence

from arbiter.control import MS, TimeControl
from arbiter.greeting import Greeting, Identity, option_fault, settings
from arbiter.overload import MOST_PATIENCE, SLACK_NS, Stretch
from arbiter.process import Process, Program, StartError, exit_text
from arbiter.verdicts import Fault, FaultKind
from protocol.codec import decode_from_bot
from protocol.messages import Note, Unknown

FAULT_GRACE_NS = 250 * MS


class Player:
    """A running program. `wrong` says why it cannot play, or nothing; `identity` is what it said of itself."""

    __slots__ = ("identity", "process", "wrong")

    def __init__(self, process: Process) -> None:
        self.process = process
        self.identity = Identity()
        self.wrong = ""

    def leave(self, grace_ns: int) -> None:
        """Ask the program to go, and see to it."""
        self.process.write(b"quit\n")
        self.process.stop(grace_ns)


def greet(players: Sequence[Player], control: TimeControl) -> None:
    """Talk with all players at once, from ``hello`` to ``ready``, and set the plan's options."""
    receptions = [_Reception(player, control.startup_ns) for player in players]
    watch, places = select.poll(), {}
    for reception in receptions:
        for fd in reception.fds:
            watch.register(fd, select.POLLIN)
            places[fd] = reception
    while receptions:
        left_ns = min(reception.deadline_ns for reception in receptions) - time.monotonic_ns()
        for fd, _ in watch.poll(max(0, left_ns // MS + 1)):
            if not places[fd].hear(fd):
                places[fd].fds.remove(fd)
                watch.unregister(fd)
        for reception in receptions:
            reception.look(time.monotonic_ns())
            if reception.is_over:
                for fd in reception.fds:
                    watch.unregister(fd)
        receptions = [reception for reception in receptions if not reception.is_over]


def identity_of(program: Program, control: TimeControl) -> Identity | Fault:
    """Start a program, hear who it is, and end it; return the fault (of seat 0) if it does not say so properly."""
    try:
        player = Player(Process(program))
    except StartError as error:
        return Fault(0, FaultKind.STARTUP, start_text(error))
    try:
        greet([player], control)
    finally:
        player.leave(FAULT_GRACE_NS if player.wrong else control.grace_ns)
    return Fault(0, FaultKind.STARTUP, player.wrong) if player.wrong else player.identity


def start_text(error: StartError) -> str:
    """Return a failed start in words."""
    return f"the program {error.program.command[0]} cannot be started: {error.why}"


class _Reception:
    """One player's greeting. It may last so long from the start of the process; what a busy machine costs is not its time."""

    def __init__(self, player: Player, limit_ns: int) -> None:
        self._player, self._process, self._limit_ns = player, player.process, limit_ns
        self._greeting = Greeting()
        self._stretch = Stretch(self._process, self._process.started_ns)
        self._heard = 0
        self.deadline_ns = self._process.started_ns + limit_ns
        self.fds = {self._process.output, self._process.errors}
        self.is_over = False
        self._process.write(self._greeting.opening().encode())

    def hear(self, fd: int) -> bool:
        """Read what is there, and return whether more may come."""
        if fd == self._process.errors:
            return self._process.drain_errors()
        if self.is_over:
            return False
        data = self._process.read()
        if data is None:
            self._end(self._end_text())
            return False
        self._heard += len(data)
        self._hear(data)
        return True

    def look(self, now_ns: int) -> None:
        """End the greeting if its time is over and nothing is there that was said in time."""
        if now_ns < self.deadline_ns or not self.hear(self._process.output) or self.is_over:
            return
        began_ns, limit_ns = self._stretch.began_ns, self._limit_ns
        late_ns = began_ns + limit_ns + self._stretch.robbed_ns(now_ns)
        if self.deadline_ns + SLACK_NS < late_ns < began_ns + MOST_PATIENCE * limit_ns:
            self.deadline_ns = late_ns
            return
        silent = ": nothing arrived on its standard output (is it flushed after each line?)"
        self._end(f"not ready in {limit_ns // MS} ms" + ("" if self._heard else silent))

    def _hear(self, data: bytes) -> None:
        process, greeting = self._process, self._greeting
        for line in process.lines.feed(data):
            if greeting.identity and not isinstance(decode_from_bot(line), Note | Unknown):
                greeting.wrong = "the bot spoke after it was ready"
            else:
                greeting.hear(line)
            for reply in greeting.replies:
                process.write(reply.encode())
            greeting.replies.clear()
            if greeting.wrong:
                self._end(greeting.wrong)
                return
        if process.lines.is_overlong:
            self._end("the bot sent a line that is too long before it was ready")
        elif self._heard > process.program.limits.turn_bytes:
            self._end("the bot sent too much before it was ready")
        elif greeting.identity:
            self._welcome(greeting.identity)

    def _welcome(self, identity: Identity) -> None:
        options = self._process.program.options
        self._player.identity = identity
        self._end(option_fault(identity, options) or "")
        self._process.write(settings(options).encode())

    def _end_text(self) -> str:
        if self._process.wait(FAULT_GRACE_NS):
            self._process.check_sandbox()
            return f"the bot ended before it was ready: {exit_text(self._process.exit_status)}"
        return "the bot closed its standard output before it was ready"

    def _end(self, wrong: str) -> None:
        self.is_over, self._player.wrong = True, wrong
