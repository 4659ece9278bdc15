"""A run: the coordinator that has a plan's missing games played and stores each one as it is finished."""

import os
import signal
import threading
from collections import Counter, deque
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from types import TracebackType
from typing import Any, Protocol, Self

from arbiter import tree
from arbiter.greeting import option_fault
from arbiter.player import identity_of
from arbiter.strays import become_subreaper, kill_strays
from arbiter.verdicts import Fault
from tournaments.batch import Batch, play
from tournaments.document import PlanError
from tournaments.finished import Finished, finish
from tournaments.journal import OpenJournal, files_of
from tournaments.plan import Plan
from tournaments.results import Result
from tournaments.schedule import Schedule
from tournaments.secrets import secrets_beside
from tournaments.sprt import Trial
from tournaments.standings import Scoreboard
from tournaments.stepwise import schedule_of
from tournaments.worker import ASKED_TO_STOP
from tournaments.workers import Hear, Slots

MOST_TRIES = 4
FIRST_PAIRS, MOST_PAIRS = 4, 128
BATCH_NS = 3_000_000_000


@dataclass(slots=True)
class Progress:
    """How far a run is: `games` planned, `stored` finished (`found` of them before the run), `voids` void in this run.

    `unplayed` says why, for each game that was given up after `MOST_TRIES`; running again tries it again. All that are
    stored are on the `scoreboard`. In a test `games` are the most that the `trial` may take.
    """

    games: int
    found: int
    stored: int
    voids: int = 0
    unplayed: dict[str, str] = field(default_factory=dict)
    was_stopped: bool = False
    scoreboard: Scoreboard = field(default_factory=Scoreboard)
    trial: Trial | None = None

    @property
    def played(self) -> int:
        """How many games this run has finished."""
        return self.stored - self.found

    @property
    def is_decided(self) -> bool:
        """Whether the games are those of a test that needs no more of them."""
        return self.trial is not None and self.trial.decision is not None


Watch = Callable[[Progress, Result | None], None]


def check(plan: Plan) -> None:
    """Start each bot that the plan sets options of, and raise `PlanError` if it does not have them.

    A bot that cannot say what it has is not the operator's mistake: it loses its games. What it leaves behind is killed.
    """
    before = tree.children(os.getpid())
    become_subreaper()
    for program, place in zip(plan.programs, plan.places, strict=True):
        if not program.options:
            continue
        identity = identity_of(replace(program, options={}), plan.time)
        kill_strays(before)
        wrong = None if isinstance(identity, Fault) else option_fault(identity, program.options)
        if wrong:
            raise PlanError(wrong, f"{place}.options" if place.endswith("]") else place)


def run(
    plan: Plan,
    journal: Path,
    watch: Watch | None = None,
    engine: "Engine | None" = None,
    drop: Collection[str] = (),
) -> Progress:
    """Play the games of a plan that a journal does not have, on the cores of this machine unless there is an engine.

    The journal may have bots that the plan does not have if they are among those to `drop`.

    `watch` is called once at the start, and after each game that is stored or void. SIGINT, SIGTERM and SIGHUP stop the
    run within two seconds, with every finished game stored. Raise `JournalError` if the journal cannot be used.
    """
    schedule, happenings = Schedule(plan), SimpleQueue[_Happening]()
    plan = plan.hiding(*secrets_beside(plan.programs))
    workers = (engine or _local)(plan.hiding(*files_of(journal)), happenings.put)
    with _asked_to_stop(happenings), workers, OpenJournal(journal, plan, schedule.games(), drop) as opened:
        campaign = _Campaign(opened, workers, happenings, watch or _look_away)
        campaign.play()
        if campaign.progress.was_stopped:
            workers.kill()
            campaign.finish()
        return campaign.progress


class Workforce(Protocol):
    """An executor that plays batches on `size` slots, which may change; each record is heard as soon as it is there.

    What it has to say is heard too: None for another `size`, an exception for the end of all.
    """

    @property
    def size(self) -> int:
        """How many games are played at the same time."""

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Have a function called."""

    def kill(self) -> None:
        """End all that plays, now."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


Engine = Callable[[Plan, Hear], Workforce]


class _Stop:
    """The run has been asked to stop."""


_Happening = Finished | Future[Any] | _Stop | Exception | None


class _Campaign:
    """The games of a run: those to be handed out, those with the workers, those to be played again."""

    def __init__(
        self, journal: OpenJournal, workforce: Workforce, happenings: SimpleQueue[_Happening], watch: Watch
    ) -> None:
        schedule, found = schedule_of(journal.plan_played, journal.half_points), journal.count()
        self._is_stepwise = schedule.is_stepwise
        scoreboard = Scoreboard(journal.sums(), journal.bots, journal.tiebreaks)
        self.progress = Progress(schedule.games(), found, found, scoreboard=scoreboard, trial=schedule.trial)
        self._journal, self._workforce = journal, workforce
        self._happenings, self._watch = happenings, watch
        self._batches = schedule.batches(journal.missing, self._pairs_a_batch)
        self._again: deque[Batch] = deque()
        self._flying: dict[Future[Any], Batch] = {}
        self._tries: Counter[str] = Counter()
        self._void_why: dict[str, str] = {}
        self._wall_ns = 0

    def play(self) -> None:
        """Have all games played, or stop when asked to."""
        self._watch(self.progress, None)
        while not self.progress.was_stopped and self._hand_out():
            self._take(self._happenings.get())

    def finish(self) -> None:
        """Take what has arrived since the run was stopped."""
        while not self._happenings.empty():
            happening = self._happenings.get()
            if isinstance(happening, Finished):
                self._store(happening)

    def _hand_out(self) -> bool:
        """Keep the slots busy and a batch for each waiting; return false when there is nothing more to wait for."""
        while len(self._flying) < 2 * max(1, self._workforce.size) and (batch := self._next()):
            future = self._workforce.submit(partial(finish, play), batch)
            self._flying[future] = batch
            future.add_done_callback(self._happenings.put)
        return bool(self._flying)

    def _next(self) -> Batch | None:
        # What comes next in a stepwise schedule may wait for just the games to be played again.
        if self._is_stepwise and self._again:
            return self._again.popleft()
        batch = next(self._batches, None)
        return batch or (self._again.popleft() if self._again else None)

    def _take(self, happening: _Happening) -> None:
        if isinstance(happening, Finished):
            self._store(happening)
        elif isinstance(happening, Future):
            self._land(happening)
        elif isinstance(happening, Exception):
            raise happening
        elif happening:
            self.progress.was_stopped = True

    def _land(self, future: Future[Any]) -> None:
        batch = self._flying.pop(future)
        error = future.exception()
        if error is None:
            for game in future.result():
                self._store(game)
        missing = self._journal.missing([order.id for order in batch.orders])
        missing -= self.progress.unplayed.keys()
        for single in batch.only(missing):
            self._retry(single, f"void: {self._void_why[single.orders[0].id]}" if error is None else _told(error))

    def _retry(self, batch: Batch, why: str) -> None:
        """Play a game again after all others, unless it has had its tries."""
        game = batch.orders[0].id
        self._tries[game] += 1
        if self._tries[game] < MOST_TRIES:
            self._again.append(batch)
        else:
            self.progress.unplayed[game] = why

    def _store(self, game: Finished) -> None:
        result = self._journal.put(game)
        if game.row is None:
            self.progress.voids += 1
            self._void_why[game.id] = game.why
        elif result:
            self.progress.stored += 1
            self.progress.scoreboard.count(result)
            self._wall_ns += game.wall_ns
        else:
            return
        self._watch(self.progress, result)

    def _pairs_a_batch(self) -> int:
        """Return how many pairs of games a batch should have.

        Starting two programs costs some games' time, so a batch should last; but the last ones should be short, so that
        no slot waits for another.
        """
        progress = self.progress
        waiting = (progress.games - progress.stored) // 2
        fair = waiting // (4 * max(1, self._workforce.size))
        played = progress.played
        lasting = BATCH_NS * played // (2 * self._wall_ns) if self._wall_ns else FIRST_PAIRS
        return max(1, min(fair, lasting, MOST_PAIRS))


def _local(plan: Plan, hear: Hear) -> Slots:
    """Return slots on the cores of this machine, as many of them for each as the plan says."""
    cores, each = sorted(os.sched_getaffinity(0)), plan.cores_a_slot
    shares = [tuple(cores[start : start + each]) for start in range(0, len(cores) - each + 1, each)] or [tuple(cores)]
    return Slots([shares[slot % len(shares)] for slot in range(plan.slots)], hear)


@contextmanager
def _asked_to_stop(happenings: SimpleQueue[_Happening]) -> Iterator[None]:
    """Let the signals that ask for an end be happenings like others, so that none comes between a game and its row."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    stop = _Stop()
    heeded = [number for number in ASKED_TO_STOP if signal.getsignal(number) != signal.SIG_IGN]
    before = {number: signal.signal(number, lambda _number, _frame: happenings.put(stop)) for number in heeded}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _told(error: BaseException) -> str:
    return str(error) or type(error).__name__


def _look_away(_progress: Progress, _result: Result | None) -> None:
    """Watch nothing."""
