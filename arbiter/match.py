"""A match: two programs that play one game after another."""

import os
import time
from collections.abc import Callable
from datetime import UTC, datetime
from types import TracebackType
from typing import Self

from arbiter.control import TimeControl
from arbiter.order import Order
from arbiter.player import FAULT_GRACE_NS, Player, greet, start_text
from arbiter.process import Process
from arbiter.program import Program, StartError
from arbiter.record import GameRecord
from arbiter.referee import Referee
from arbiter.scribe import record_game
from arbiter.strays import kill_strays
from arbiter.table import Table
from arbiter.verdicts import FaultKind


class Match:
    """Two programs and the games between them; a context manager that leaves no process behind.

    A program is started when it is first needed, plays on until it commits a fault, and is then started anew for the
    next game. With `fresh` every game has new processes. With `sweeps`, for a subreaper process without other
    children, each process that ends takes every stray process along. `start` starts a program; one that traces it can
    stand in.
    """

    def __init__(
        self,
        programs: tuple[Program, Program],
        *,
        fresh: bool = False,
        sweeps: bool = False,
        start: Callable[[Program], Process] = Process,
    ) -> None:
        self._programs = programs
        self._start_process = start
        self._players: list[Player | None] = [None, None]
        self._fresh, self._sweeps = fresh, sweeps
        self._grace_ns = TimeControl().grace_ns

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def play(self, order: Order) -> GameRecord:
        """Play one game and return its record; a bot's fault is a verdict, never an exception."""
        self._grace_ns = order.time.grace_ns
        started = datetime.now(UTC)
        began_ns = time.monotonic_ns()
        referee = Referee(order, began_ns)
        self._start(order, referee)
        players = [self._players[program] for program in order.seats]
        first, second = players
        if first and second and not referee.verdict:
            Table((first.process, second.process), referee, may_ponder=self._may_ponder(order)).play()
        wall_ns = time.monotonic_ns() - began_ns
        programs = [self._programs[program] for program in order.seats]
        record = record_game(referee, players, programs, started, wall_ns)
        for seat, program in enumerate(order.seats):
            if self._fresh or referee.has_failed(seat):
                self._stop(program, FAULT_GRACE_NS if referee.has_failed(seat) else self._grace_ns)
        return record

    def close(self) -> None:
        """End both programs."""
        for program in (0, 1):
            self._stop(program, self._grace_ns)

    def kill(self) -> None:
        """End both programs at once."""
        for program in (0, 1):
            player, self._players[program] = self._players[program], None
            if player:
                player.process.kill()

    def _start(self, order: Order, referee: Referee) -> None:
        """Start the programs that do not run; one that fails to come up loses the game, the other waits for the next."""
        starting = []
        for seat, program in enumerate(order.seats):
            if self._players[program] is None:
                try:
                    self._players[program] = player = Player(self._process(program, order))
                except StartError as error:
                    referee.fail(seat, FaultKind.STARTUP, start_text(error))
                else:
                    starting.append((seat, player))
        greet([player for _, player in starting], order.time)
        for seat, player in starting:
            if player.wrong:
                referee.fail(seat, FaultKind.STARTUP, player.wrong)

    def _process(self, program: int, order: Order) -> Process:
        """Start a program, on a core of its own if it may compute all the time."""
        if not self._may_ponder(order):
            return self._start_process(self._programs[program])
        cores = os.sched_getaffinity(0)
        os.sched_setaffinity(0, {sorted(cores)[program]})
        try:
            return self._start_process(self._programs[program])
        finally:
            os.sched_setaffinity(0, cores)

    @staticmethod
    def _may_ponder(order: Order) -> bool:
        """Tell whether a bot may compute while the other is to move, which on one core would be at the other's expense."""
        return order.pondering and len(os.sched_getaffinity(0)) > 1

    def _stop(self, program: int, grace_ns: int) -> None:
        player, self._players[program] = self._players[program], None
        if player:
            player.leave(grace_ns)
            if self._sweeps:
                kill_strays({other.process.pid for other in self._players if other})
