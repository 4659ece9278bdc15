"""Progress of a run on standard error: a live table on a terminal, a line now and then anywhere else."""

import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TextIO

from tournaments.printable import printable
from tournaments.results import Result
from tournaments.run import Progress, Watch
from tournaments.sprt import Trial
from tournaments.standings import Standing

# The time between two lines grows with the run, from here to there.
LEAST_WAIT_S, MOST_WAIT_S = 10.0, 300.0
MOST_LEADERS, MOST_NAME = 3, 20


@contextmanager
def watching(name: str, out: TextIO) -> Iterator[Watch]:
    """Show how far the run of the plan called `name` is, and how its bots stand."""
    if out.isatty() and os.environ.get("TERM", "") not in ("", "dumb", "unknown"):
        from tournaments.live import live

        with live(name, out) as watch:
            yield watch
    else:
        lines = Lines(name, out)
        try:
            yield lines
        finally:
            lines.tell()


class Lines:
    """Progress as lines: the first at the start, the last at the end, and ever fewer between."""

    def __init__(self, name: str, out: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        self._name, self._out, self._clock = printable(name), out, clock
        self._began_s = self._due_s = clock()
        self._untold: Progress | None = None

    def __call__(self, progress: Progress, _result: Result | None) -> None:
        """Take note of a game, and print a line if it is time."""
        self._untold = progress
        if self._clock() >= self._due_s:
            self.tell()

    def tell(self) -> None:
        """Print how it stands now, unless a line has said so."""
        if self._untold is None:
            return
        now_s = self._clock()
        elapsed_s = now_s - self._began_s
        print(f"{self._name}: {_in_a_line(self._untold, elapsed_s)}", file=self._out, flush=True)
        self._untold = None
        self._due_s = now_s + min(max(LEAST_WAIT_S, elapsed_s / 10), MOST_WAIT_S)


def in_words(progress: Progress, elapsed_s: float) -> str:
    """Return how far a run is after `elapsed_s` seconds, such as ``48 of 96 games, 4.0 a second, 0:12 to go``."""
    at_most = "at most " if progress.trial else ""
    text = f"{progress.stored} of {at_most}{progress.games} games"
    if progress.voids:
        text += f", {progress.voids} void"
    if progress.played and elapsed_s > 0:
        rate = progress.played / elapsed_s
        left_s = 0 if progress.is_decided else round((progress.games - progress.stored) / rate)
        text += f", {rate:.1f} a second" + (f", {at_most}{duration(left_s)} to go" if left_s else "")
    return text


def duration(seconds: int) -> str:
    """Return a time span as ``H:MM:SS``, without the hours if there are none."""
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def trial_in_words(trial: Trial) -> str:
    """Return how far a test is, such as ``evidence 0.52 (rejected at -2.94, accepted at 2.94)``."""
    rejects, accepts = trial.table.bounds
    return trial.decision or f"evidence {trial.evidence:.2f} (rejected at {rejects:.2f}, accepted at {accepts:.2f})"


def leaders(lines: Sequence[Standing]) -> str:
    """Return the first of the bots that have played, such as ``careful 78 %, greedy 55 %``."""
    placed = [line for line in lines if line.tally.games]
    told = [f"{printable(line.bot, MOST_NAME)} {100 * float(line.tally.score):.0f} %" for line in placed[:MOST_LEADERS]]
    more = len(placed) - len(told)
    return ", ".join([*told, f"and {more} more"] if more else told)


def _in_a_line(progress: Progress, elapsed_s: float) -> str:
    trial = trial_in_words(progress.trial) if progress.trial else ""
    return "; ".join(filter(None, (in_words(progress, elapsed_s), trial, leaders(progress.scoreboard.lines()))))
