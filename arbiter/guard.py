"""A guard: looks after two bots while they play, what they use, whether one holds the other up, and who kept them waiting.

Turns that are over at once are none of its business. It looks when a turn has lasted for a while, and then from time to
time, seldom enough that it costs next to nothing.
"""

import signal
import time
from collections.abc import Sequence
from typing import Final

from arbiter import tree
from arbiter.control import MS
from arbiter.overload import SLACK_NS, Stretch
from arbiter.process import Process
from arbiter.verdicts import FaultKind

FIRST_LOOK_NS: Final = 5 * MS
ROUND_NS: Final = 50 * MS
# A look may cost this part of the time until the next one.
THRIFT: Final = 100
# A bot that computes longer than this while the other is to move is halted from then on as soon as a turn begins.
RESTLESS_NS: Final = MS

Breach = tuple[int, FaultKind, str]


class Guard:
    """Looks after two processes, in seat order, during one game.

    `due_ns` is when it wants to look again. `is_attentive`: it wants to be told of the next turn.
    """

    __slots__ = ("_began_cpu_ns", "_halted", "_may_ponder", "_processes", "_restless", "_stretches", "due_ns",
                 "is_attentive")  # fmt: skip

    def __init__(self, processes: Sequence[Process], *, may_ponder: bool) -> None:
        self._processes = processes
        self._may_ponder = may_ponder
        self._halted: list[list[int]] = [[], []]
        self._restless = [False, False]
        self._stretches: list[Stretch | None] = [None, None]
        self._began_cpu_ns = [_cpu_ns(process) for process in processes]
        self.due_ns = min(process.looked_at_ns for process in processes) + ROUND_NS
        self.is_attentive = False

    def ask(self, seat: int, off_turn_ns: int) -> None:
        """Take notice that a seat is to be asked, which computed for `off_turn_ns` while the other was to move."""
        self._stretches[seat] = None
        if self._halted[seat]:
            self._release(seat)
        if off_turn_ns > RESTLESS_NS and not self._may_ponder:
            self._restless[seat] = True
        if self._restless[1 - seat]:
            self._halt(1 - seat)
        self.is_attentive = any(self._restless) or any(self._halted)

    def look(self, now_ns: int) -> list[Breach]:
        """Look at what both bots use, if that is due, and return what is wrong."""
        if now_ns < self.due_ns:
            return []
        began_ns = time.thread_time_ns()
        breaches = self.breaches()
        cost_ns = time.thread_time_ns() - began_ns
        for process in self._processes:
            process.looked_at_ns = now_ns
        self.due_ns = now_ns + max(ROUND_NS, THRIFT * cost_ns)
        return breaches

    def breaches(self) -> list[Breach]:
        """Return the limits that the bots break now, whether a look is due or not."""
        return [breach for seat in (0, 1) if (breach := self._breach(seat))]

    def attend(self, asked: int, now_ns: int, late_ns: int) -> None:
        """Look after a turn that lasts, the seats in `asked` being to move, `late_ns` after that was due."""
        self.is_attentive = True
        for seat in (0, 1):
            if not asked >> seat & 1:
                if not self._may_ponder:
                    self._halt(seat)
            elif self._stretches[seat] is None:
                unseen_ns = late_ns if late_ns > SLACK_NS else 0
                self._stretches[seat] = Stretch.of(self._processes[seat], now_ns, unseen_ns)

    def robbed_ns(self, seat: int, now_ns: int) -> int:
        """Return how long a seat was kept from computing since it was asked, by what is not its own."""
        stretch = self._stretches[seat]
        return stretch.robbed_ns(now_ns) if stretch else 0

    def leave(self) -> None:
        """Let both bots go on."""
        for seat in (0, 1):
            self._release(seat)

    def _halt(self, seat: int) -> None:
        if not self._halted[seat]:
            self._halted[seat] = self._processes[seat].halt()

    def _release(self, seat: int) -> None:
        pids, self._halted[seat] = self._halted[seat], []
        tree.send(pids, signal.SIGCONT)

    def _breach(self, seat: int) -> Breach | None:
        """Return the limit that a bot breaks with all its processes."""
        process = self._processes[seat]
        limits, pids = process.program.limits, process.members()
        if limits.processes is not None and len(pids) > limits.processes:
            return seat, FaultKind.PROCESSES, f"{len(pids)} processes at once, the limit is {limits.processes}"
        if limits.memory_bytes is not None and (used := _memory_bytes(process, pids, limits.memory_bytes)):
            text = f"{used >> 20} MiB of memory at once, the limit is {limits.memory_bytes >> 20} MiB"
            return seat, FaultKind.MEMORY, text
        if limits.cpu_ns is not None and tree.cpu_ns(pids) - self._began_cpu_ns[seat] > limits.cpu_ns:
            return seat, FaultKind.CPU, f"more than {limits.cpu_ns // MS} ms of processor time in one game"
        return None


def _memory_bytes(process: Process, pids: list[int], limit: int) -> int:
    """Return the memory in use by a bot's processes and temporary files if it is more than a limit, else 0."""
    stored = process.stored_bytes()
    if tree.memory_bytes(pids) + stored <= limit:
        return 0
    used = tree.shared_out_bytes(pids) + stored
    return used if used > limit else 0


def _cpu_ns(process: Process) -> int:
    return 0 if process.program.limits.cpu_ns is None else tree.cpu_ns(process.members())
