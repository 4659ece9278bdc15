"""Progress of a run on standard error: a bar on a terminal, a line now and then anywhere else."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

from tournaments.printable import printable
from tournaments.results import Result
from tournaments.run import Progress, Watch

LINE_EVERY_S = 10.0


@contextmanager
def watching(name: str, out: TextIO, dumb: bool = False) -> Iterator[Watch]:
    """Show how far the run of the plan called `name` is. `dumb`: a terminal that cannot move its cursor."""
    if not out.isatty() or dumb:
        yield Lines(printable(name), out)
        return
    with _bar(printable(name), out) as watch:
        yield watch


class Lines:
    """Progress as lines: the first at the start, the last at the end, and one every ten seconds between."""

    def __init__(self, name: str, out: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        self._name, self._out, self._clock = name, out, clock
        self._began_s = self._told_s = clock()
        self._is_first = True

    def __call__(self, progress: Progress, _result: Result | None) -> None:
        """Take note of a game, and print a line if it is time."""
        now_s = self._clock()
        is_last = progress.stored == progress.games
        if self._is_first or is_last or now_s - self._told_s >= LINE_EVERY_S:
            print(f"{self._name}: {in_words(progress, now_s - self._began_s)}", file=self._out, flush=True)
            self._told_s, self._is_first = now_s, False


def in_words(progress: Progress, elapsed_s: float) -> str:
    """Return how far a run is after `elapsed_s` seconds, such as ``48 of 96 games, 4.0 a second, 0:12 to go``."""
    text = f"{progress.stored} of {progress.games} games"
    if progress.voids:
        text += f", {progress.voids} void"
    if progress.played and elapsed_s > 0:
        rate = progress.played / elapsed_s
        left_s = round((progress.games - progress.stored) / rate)
        text += f", {rate:.1f} a second" + (f", {duration(left_s)} to go" if left_s else "")
    return text


def duration(seconds: int) -> str:
    """Return a time span as ``H:MM:SS``, without the hours if there are none."""
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


@contextmanager
def _bar(name: str, out: TextIO) -> Iterator[Watch]:
    from rich.progress import BarColumn, TextColumn
    from rich.progress import Progress as RichProgress

    from tournaments.report import console_of

    began_s = time.monotonic()
    name_column, far_column = (TextColumn(f"{{task.fields[{field}]}}", markup=False) for field in ("name", "far"))
    with RichProgress(name_column, BarColumn(), far_column, console=console_of(out), refresh_per_second=4) as bar:
        task = bar.add_task(name, total=None, name=name, far="")

        def watch(progress: Progress, _result: Result | None) -> None:
            far = in_words(progress, time.monotonic() - began_s)
            bar.update(task, total=progress.games, completed=progress.stored, far=far)

        yield watch
