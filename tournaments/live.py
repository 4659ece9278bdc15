"""The live table: on a terminal, how the bots of a run stand, over a bar that says how far it is."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.constrain import Constrain
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from tournaments.console import console_of, text
from tournaments.layout import tables_of
from tournaments.progress import in_words, trial_in_words
from tournaments.results import Result
from tournaments.run import Progress, Watch
from tournaments.scores import standings_sheet

FRAMES_A_SECOND = 2
LEAST_BAR, MOST_BAR = 8, 40
# What matters less is left to the standings after the run; faults are shown once there are any.
LEAST_COLUMN, FAULTS_COLUMN = 5, 4
# The head of the table, the line under it, and the one between table and bar.
HEAD_LINES = 3
# The terminal writes ^C behind the bar, which must not make a line more of it.
ECHO = 2


@contextmanager
def live(name: str, out: TextIO) -> Iterator[Watch]:
    """Show the live table of a run; of it just the bar stays at the end."""
    console = console_of(out)
    table = LiveTable(text(name, out))
    with Live(table, console=console, refresh_per_second=FRAMES_A_SECOND, redirect_stdout=False):
        try:
            yield table
        finally:
            table.is_over = True


class LiveTable:
    """What the terminal shows at any moment."""

    def __init__(self, name: Text) -> None:
        self.is_over = False
        self._name, self._began_s = name, time.monotonic()
        self._progress: Progress | None = None

    def __call__(self, progress: Progress, _result: Result | None) -> None:
        """Take note of the progress, which goes on by itself."""
        self._progress = progress

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield the table and the bar, or what of it there is room for."""
        if self._progress is None:
            yield self._name
            return
        width = options.max_width - ECHO
        below = Constrain(self._bar(self._progress, width), width)
        if not self.is_over:
            room = console.height - len(console.render_lines(below, options)) - HEAD_LINES
            yield from _standings(self._progress, console, room)
        yield below

    def _bar(self, progress: Progress, width: int) -> RenderableType:
        far = in_words(progress, time.monotonic() - self._began_s)
        left = width - cell_len(self._name.plain) - cell_len(far) - 2
        if left < LEAST_BAR:
            return Text.assemble(self._name, ": ", far)
        bar = ProgressBar(progress.games, progress.stored, min(left, MOST_BAR))
        grid = Table.grid(padding=(0, 1))
        grid.add_row(self._name, bar, Text(far))
        return grid


def _standings(progress: Progress, console: Console, room: int) -> Iterator[RenderableType]:
    """Yield the standings in so many lines for bots, if there is room for two."""
    above = [Text(trial_in_words(progress.trial), no_wrap=True, overflow="ellipsis")] if progress.trial else []
    lines, room = progress.scoreboard.lines(), room - len(above)
    if room < 2:
        return
    shown = lines if len(lines) <= room else lines[: room - 1]
    least = FAULTS_COLUMN if any(line.faults for line in lines) else LEAST_COLUMN
    yield from above
    yield from tables_of(standings_sheet(shown).only(lambda column: column.matters >= least), console)
    if len(shown) < len(lines):
        yield text(f"… and {len(lines) - len(shown)} more", console.file)
    yield Text()
