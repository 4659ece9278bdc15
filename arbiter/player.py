"""A player: a running program that has said who it is."""

import select
import time

from arbiter.clock import MS, TimeControl
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

    def greet(self, control: TimeControl) -> None:
        """Talk from ``hello`` to ``ready``, and set the plan's options."""
        process, greeting = self.process, Greeting()
        process.write(greeting.opening().encode())
        self.wrong = _hear_out(process, greeting, control.startup_ns)
        if greeting.identity and not self.wrong:
            self.identity = greeting.identity
            self.wrong = option_fault(self.identity, process.program.options) or ""
            process.write(settings(process.program.options).encode())

    def leave(self, grace_ns: int) -> None:
        """Ask the program to go, and see to it."""
        self.process.write(b"quit\n")
        self.process.stop(grace_ns)


def greet(program: Program, control: TimeControl) -> Identity | Fault:
    """Start a program, hear who it is, and end it; return the fault (of seat 0) if it does not say so properly."""
    try:
        player = Player(Process(program))
    except StartError as error:
        return Fault(0, FaultKind.STARTUP, start_text(error))
    try:
        player.greet(control)
    finally:
        player.leave(FAULT_GRACE_NS if player.wrong else control.grace_ns)
    return Fault(0, FaultKind.STARTUP, player.wrong) if player.wrong else player.identity


def start_text(error: StartError) -> str:
    """Return a failed start in words."""
    return f"the program {error.program.command[0]} cannot be started: {error.why}"


def _hear_out(process: Process, greeting: Greeting, limit_ns: int) -> str:
    """Listen until the bot is ready; return what went wrong, or nothing. What a busy machine costs it is not its time."""
    stretch = Stretch(process, time.monotonic_ns())
    deadline_ns = stretch.began_ns + limit_ns
    watch = select.poll()
    watch.register(process.output, select.POLLIN)
    watch.register(process.errors, select.POLLIN)
    heard = 0
    while greeting.identity is None:
        left_ns = deadline_ns - time.monotonic_ns()
        if left_ns <= 0:
            late_ns = stretch.began_ns + limit_ns + stretch.robbed_ns(time.monotonic_ns())
            if deadline_ns + SLACK_NS < late_ns < stretch.began_ns + MOST_PATIENCE * limit_ns:
                deadline_ns = late_ns
                continue
            silent = ": nothing arrived on its standard output (is it flushed after each line?)"
            return f"not ready in {limit_ns // MS} ms" + ("" if heard else silent)
        for fd, _ in watch.poll(left_ns // MS + 1):
            if fd == process.errors:
                if not process.drain_errors():
                    watch.unregister(fd)
                continue
            data = process.read()
            if data is None:
                return _end_text(process)
            heard += len(data)
            wrong = _hear(process, greeting, data, heard)
            if wrong:
                return wrong
    return ""


def _end_text(process: Process) -> str:
    if process.wait(FAULT_GRACE_NS):
        process.check_sandbox()
        return f"the bot ended before it was ready: {exit_text(process.exit_status)}"
    return "the bot closed its standard output before it was ready"


def _hear(process: Process, greeting: Greeting, data: bytes, heard: int) -> str:
    for line in process.lines.feed(data):
        if greeting.identity and not isinstance(decode_from_bot(line), Note | Unknown):
            return "the bot spoke after it was ready"
        greeting.hear(line)
        for reply in greeting.replies:
            process.write(reply.encode())
        greeting.replies.clear()
        if greeting.wrong:
            return greeting.wrong
    if process.lines.is_overlong:
        return "the bot sent a line that is too long before it was ready"
    return "the bot sent too much before it was ready" if heard > process.program.limits.turn_bytes else ""
