"""A table: one game between two running bots, their pipes, the time and the referee."""

import select
import time
from collections.abc import Sequence
from typing import Final

from arbiter.control import MS
from arbiter.guard import FIRST_LOOK_NS, RESTLESS_NS, Breach, Guard
from arbiter.overload import MOST_PATIENCE, SLACK_NS
from arbiter.player import FAULT_GRACE_NS
from arbiter.process import Process, exit_text
from arbiter.referee import Referee
from arbiter.verdicts import FaultKind

# A bot that talks while the other thinks is heard in small portions, so that the other's answer never waits long.
OFF_TURN_BYTES: Final = 4096
OFF_TURN_GRACE_NS: Final = 5 * MS

_NEVER_NS: Final = 1 << 62
_POLLABLE_MS: Final = 1 << 31


class Table:
    """Moves lines between two processes and a referee until there is a verdict."""

    __slots__ = ("_alarm_ns", "_asked_cpu_ns", "_asked_ns", "_deadline_ns", "_game_bytes", "_guard", "_has_clock",
                 "_has_sat", "_heard_cpu_ns", "_heard_ns", "_is_extended", "_is_unasked", "_margin_ns", "_meaning",
                 "_processes", "_referee", "_turn_bytes", "_unsent", "_watch")  # fmt: skip

    def __init__(self, processes: tuple[Process, Process], referee: Referee, *, may_ponder: bool = False) -> None:
        self._processes = processes
        self._referee = referee
        self._margin_ns = referee.order.time.margin_ns
        self._watch = select.poll()
        self._meaning: dict[int, tuple[int, bool]] = {}
        self._asked_ns = [0, 0]
        self._asked_cpu_ns = [0, 0]
        self._heard_ns = [time.monotonic_ns()] * 2
        self._heard_cpu_ns = [process.cpu_ns() for process in processes]
        self._deadline_ns = self._alarm_ns = _NEVER_NS
        self._is_extended = False
        self._has_clock = referee.order.time.game_ns is not None
        self._guard = Guard(processes, may_ponder=may_ponder)
        self._unsent = [b"", b""]
        self._is_unasked = [False, False]
        self._turn_bytes = [0, 0]
        self._game_bytes = [0, 0]
        self._has_sat = [False, False]
        for seat, process in enumerate(processes):
            self._attend(process.output, seat, True)
            self._attend(process.errors, seat, False)

    def play(self) -> None:
        """Play the game to its verdict, which the bots are told."""
        referee = self._referee
        poll, monotonic_ns = self._watch.poll, time.monotonic_ns
        now_ns = monotonic_ns()
        # What is there before the game belongs to none.
        self._hear_all(poll(0), now_ns)
        if referee.verdict:
            self._send(now_ns)
            return
        referee.open()
        self._send(now_ns)
        while not referee.verdict:
            left_ms = (self._alarm_ns - now_ns) // MS + 1
            ready = poll(left_ms if left_ms < _POLLABLE_MS else None)
            now_ns = monotonic_ns()
            heard_ns = now_ns if now_ns < self._alarm_ns else self._look(now_ns)
            self._hear_all(ready, heard_ns)
            self._send(now_ns)
            if now_ns > self._deadline_ns and not referee.verdict:
                self._expire(now_ns)
        self._guard.leave()
        self._send(now_ns)
        for seat in (0, 1):
            if not self._has_sat[seat] and not referee.has_failed(seat):
                self._await_ok(seat)

    def _attend(self, fd: int, seat: int, is_output: bool) -> None:
        self._meaning[fd] = seat, is_output
        self._watch.register(fd, select.POLLIN)

    def _ignore(self, fd: int) -> None:
        if self._meaning.pop(fd, None):
            self._watch.unregister(fd)

    def _hear_all(self, ready: Sequence[tuple[int, int]], now_ns: int) -> None:
        for fd, _ in ready:
            seat, is_output = self._meaning.get(fd, (-1, False))
            if is_output:
                self._hear(seat, now_ns)
            elif seat >= 0:
                self._serve(fd, seat)

    def _hear(self, seat: int, now_ns: int) -> None:
        referee, process = self._referee, self._processes[seat]
        data = process.read() if referee.asked >> seat & 1 else process.read(OFF_TURN_BYTES)
        if data is None:
            self._hear_end(seat)
            return
        wall_ns = now_ns - self._asked_ns[seat]
        self._heard_ns[seat], self._heard_cpu_ns[seat] = now_ns, (used_ns := process.cpu_ns())
        cpu_ns = used_ns - self._asked_cpu_ns[seat]
        lines = process.lines.feed(data)
        if self._is_extended or (self._has_clock and self._guard.is_attentive):
            self._hear_patiently(seat, lines, now_ns, wall_ns, cpu_ns)
        elif len(lines) == 1:
            referee.hear(seat, lines[0], now_ns, wall_ns, cpu_ns)
        else:
            self._hear_lines(seat, lines, now_ns, wall_ns, cpu_ns)
        if not self._has_sat[seat]:
            self._has_sat[seat] = _has_ok(lines)
        self._turn_bytes[seat] += len(data)
        if process.lines.is_overlong or self._turn_bytes[seat] > process.program.limits.turn_bytes:
            self._flood(seat)
        if referee.has_failed(seat):
            self._ignore(process.output)

    def _hear_lines(self, seat: int, lines: Sequence[bytes], now_ns: int, wall_ns: int, cpu_ns: int) -> None:
        referee = self._referee
        for place, line in enumerate(lines):
            if place and referee.is_about_to_ask(seat):
                referee.hear_early(seat, line, now_ns)
            else:
                referee.hear(seat, line, now_ns, wall_ns, cpu_ns)

    def _hear_end(self, seat: int) -> None:
        process = self._processes[seat]
        self._ignore(process.output)
        if process.wait(FAULT_GRACE_NS if self._referee.asked >> seat & 1 else OFF_TURN_GRACE_NS):
            why = f"the bot ended: {exit_text(process.exit_status)}"
        else:
            why = "the bot closed its standard output"
        self._referee.fail(seat, FaultKind.CRASH, why)

    def _flood(self, seat: int) -> None:
        process = self._processes[seat]
        if process.lines.is_overlong:
            self._referee.fail(seat, FaultKind.FLOOD, "a line of more than 4096 bytes")
        else:
            self._referee.fail(
                seat, FaultKind.FLOOD, f"more than {process.program.limits.turn_bytes} bytes in one turn"
            )

    def _serve(self, fd: int, seat: int) -> None:
        """Empty a pipe of standard error, or fill one of standard input that was full."""
        process = self._processes[seat]
        if fd == process.errors:
            if not process.drain_errors():
                self._ignore(fd)
            return
        self._unsent[seat] = self._unsent[seat][process.write(self._unsent[seat]) :]
        if not self._unsent[seat]:
            self._ignore(fd)
            if self._is_unasked[seat]:
                self._is_unasked[seat] = False
                self._start_clock(seat, time.monotonic_ns())

    def _send(self, now_ns: int) -> None:
        referee = self._referee
        for seat, text in referee.take_sends():
            data = text.encode("ascii")
            if referee.asked >> seat & 1:
                self._ask(seat, now_ns)
            written = 0 if self._unsent[seat] else self._processes[seat].write(data)
            if written < len(data):
                self._keep_unsent(seat, data[written:])
            now_ns = time.monotonic_ns()
            if not text.startswith("unknown "):
                self._is_unasked[seat] = written < len(data)
                self._start_clock(seat, now_ns)
            referee.transcript.add((now_ns, seat, ">", data))

    def _ask(self, seat: int, now_ns: int) -> None:
        """Count what a seat that is about to be asked has sent and computed since it was heard."""
        self._count_bytes(seat)
        self._asked_cpu_ns[seat] = heard_ns = self._heard_cpu_ns[seat]
        # Reading a clock costs more than all else here; in so short a time nobody can have computed for long.
        if now_ns - self._heard_ns[seat] > RESTLESS_NS or self._guard.is_attentive:
            self._asked_cpu_ns[seat] = used_ns = self._processes[seat].cpu_ns()
            if used_ns - heard_ns > RESTLESS_NS or self._guard.is_attentive:
                self._guard.ask(seat, used_ns - heard_ns)

    def _start_clock(self, seat: int, now_ns: int) -> None:
        self._asked_ns[seat] = now_ns
        if self._referee.asked >> seat & 1:
            limit_ns = self._referee.limit_ns
            deadline_ns = _NEVER_NS if limit_ns is None else now_ns + limit_ns + self._margin_ns
            alarm_ns, due_ns = now_ns + FIRST_LOOK_NS, self._guard.due_ns
            # A look that is due since before this turn is not late.
            if due_ns < alarm_ns:
                alarm_ns = max(due_ns, now_ns)
            self._alarm_ns = alarm_ns if alarm_ns < deadline_ns else deadline_ns
            self._deadline_ns, self._is_extended = deadline_ns, False

    def _look(self, now_ns: int) -> int:
        """Have the bots looked after, and return when what is read now may have been there, which is not before the alarm."""
        referee, late_ns = self._referee, now_ns - self._alarm_ns
        lasts_ns = max(self._asked_ns) + FIRST_LOOK_NS
        if now_ns >= lasts_ns:
            self._guard.attend(referee.asked, now_ns, late_ns)
            lasts_ns = _NEVER_NS
        self._report(self._guard.look(now_ns))
        self._alarm_ns = min(self._guard.due_ns, self._deadline_ns, lasts_ns)
        return now_ns - late_ns if late_ns > SLACK_NS else now_ns

    def _report(self, breaches: Sequence[Breach]) -> None:
        for seat, kind, why in breaches:
            self._referee.fail(seat, kind, why)

    def _count_bytes(self, seat: int) -> None:
        self._game_bytes[seat] += self._turn_bytes[seat]
        self._turn_bytes[seat] = 0
        limit = self._processes[seat].program.limits.game_bytes
        if self._game_bytes[seat] > limit:
            self._referee.fail(seat, FaultKind.FLOOD, f"more than {limit} bytes in one game")

    def _keep_unsent(self, seat: int, data: bytes) -> None:
        if not self._unsent[seat]:
            self._meaning[self._processes[seat].input] = seat, False
            self._watch.register(self._processes[seat].input, select.POLLOUT)
        self._unsent[seat] += data

    def _hear_patiently(self, seat: int, lines: Sequence[bytes], now_ns: int, wall_ns: int, cpu_ns: int) -> None:
        """Hear lines of a bot without the time in which it was kept from computing, as far as that is more than the margin.

        An answer that is in time just for that makes the game void: the bot had less of its time than it was told.
        """
        referee = self._referee
        owed, robbed_ns = (len(referee.turns), referee.asked), self._guard.robbed_ns(seat, now_ns)
        own_ns = wall_ns - max(0, robbed_ns - self._margin_ns)
        self._hear_lines(seat, lines, now_ns, own_ns, cpu_ns)
        has_answered = owed != (len(referee.turns), referee.asked)
        if self._is_extended and has_answered and referee.turns and not referee.verdict:
            # Nobody is asked any more: the answer would come in the next game.
            referee.take_sends()
            referee.annul(_overload_text(wall_ns, robbed_ns))

    def _expire(self, now_ns: int) -> None:
        referee = self._referee
        seat = 0 if referee.asked & 1 else 1
        process = self._processes[seat]
        rest = process.lines.rest
        if process.has_ended():
            referee.fail(seat, FaultKind.CRASH, f"the bot ended: {exit_text(process.exit_status)}")
            return
        if self._has_more_time(seat, now_ns):
            return
        # What a bot uses tells more than that it is late, and may have grown since the last look.
        self._report(self._guard.breaches())
        if referee.verdict:
            return
        if self._unsent[seat]:
            referee.expire(seat, "the bot does not read its standard input")
        elif rest:
            shown = rest[:40].decode("latin-1")
            referee.expire(seat, f"no whole line in time: {shown!r} came without a newline")
        else:
            referee.expire(seat)

    def _has_more_time(self, seat: int, now_ns: int) -> bool:
        """Give a bot that was kept from computing the time that it has missed, as far as that is more than the margin."""
        referee, asked_ns = self._referee, self._asked_ns[seat]
        robbed_ns, limit_ns = self._guard.robbed_ns(seat, now_ns), referee.limit_ns or 0
        deadline_ns = asked_ns + limit_ns + max(self._margin_ns, robbed_ns)
        if deadline_ns <= now_ns + SLACK_NS:
            return False
        if now_ns - asked_ns > MOST_PATIENCE * (limit_ns + self._margin_ns):
            referee.annul(_overload_text(now_ns - asked_ns, robbed_ns))
            # Its answer would come in the next game, which it plays in a new process.
            referee.fail(seat, FaultKind.TIMEOUT, "no answer to a game that is void")
        self._deadline_ns, self._is_extended = deadline_ns, True
        self._alarm_ns = min(self._guard.due_ns, deadline_ns)
        return True

    def _await_ok(self, seat: int) -> None:
        """Await the ``ok`` of a game that the other seat has spoilt, so that it is not taken for that of the next."""
        process, watch = self._processes[seat], select.poll()
        watch.register(process.output, select.POLLIN)
        while (left_ns := self._deadline_ns - time.monotonic_ns()) > 0:
            watch.poll(left_ns // MS + 1)
            data = process.read()
            if data is None:
                break
            if _has_ok(process.lines.feed(data)):
                return
        self._referee.fail(seat, FaultKind.TIMEOUT, "no ok in time")


def _has_ok(lines: Sequence[bytes]) -> bool:
    return any(line.strip() == b"ok" for line in lines)


def _overload_text(wall_ns: int, robbed_ns: int) -> str:
    return f"the machine was overloaded: the bot was kept waiting for {robbed_ns // MS} of {wall_ns // MS} ms"
