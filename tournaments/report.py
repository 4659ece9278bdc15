"""A report: standings as tables for people, also in Markdown, and as JSON and CSV for programs.

Tables fit the terminal: what matters least goes first where it is narrow. In a pipe or a file nothing is dropped or
wrapped.
"""

import csv
import io
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import IO, TYPE_CHECKING, Any, TextIO

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from tournaments.evidence import match_between, pair_counts, trial_in
from tournaments.journal import Journal
from tournaments.printable import printable
from tournaments.sheet import Cell, Column, Sheet, table_of
from tournaments.sheet import to_markdown as sheets_to_markdown
from tournaments.standings import Standing, Standings, Tally, fold
from tournaments.strength import match_sheet, rating_sheets, superiority_list, trial_sheet

if TYPE_CHECKING:
    from tournaments.ratings import Ratings

PIPE_WIDTH = 10_000
# That of a cell such as 100.0, with the space between two.
PERCENT_WIDTH = 7


class AnchorError(ValueError):
    """A bot that ratings cannot be anchored to."""


@dataclass(frozen=True, slots=True)
class Report:
    """What is reported: the standings, and the name, seed and size of the tournament they are of.

    `sheets` are of the match, if there are just two bots, and of the test; `ratings` are there if they were asked for.
    """

    name: str
    seed: str
    scheduled: int
    voids: int
    standings: Standings
    sheets: tuple[Sheet, ...] = ()
    ratings: "Ratings | None" = field(default=None, compare=False)

    @staticmethod
    def of(journal: Journal, variant: str | None = None) -> "Report":
        """Return the report on a journal as it is now, or on the games of one variant."""
        standings = fold(journal.sums(variant), journal.bots, journal.tiebreaks)
        sheets = [] if len(standings.lines) != 2 else [_match(journal, standings, variant)]
        trial = trial_in(journal) if variant is None else None
        if trial:
            sheets.append(trial_sheet(trial))
        return Report(journal.name, journal.seed, journal.scheduled, journal.voids(), standings, tuple(sheets))

    def rated(self, journal: Journal, anchor: str | None = None, variant: str | None = None) -> "Report":
        """Return the report with ratings. Raise `AnchorError` if there is no such bot to anchor them to."""
        from tournaments.ratings import rate

        bots = sorted(line.bot for line in self.standings.lines)
        if anchor is not None and anchor not in bots:
            raise AnchorError(f"no bot {anchor!r} in the table to anchor ratings to")
        return replace(self, ratings=rate(pair_counts(journal, variant), bots, anchor))

    def headline(self) -> str:
        """Return the tournament in one line."""
        voids = f", {self.voids} void and played again" if self.voids else ""
        return f"{self.name}: {self.standings.games} of {self.scheduled} games{voids}, seed {self.seed}"

    def all_sheets(self) -> list[Sheet]:
        """Return the sheets beside the standings that there are for people."""
        return [*self.sheets, *(rating_sheets(self.ratings) if self.ratings else ())]


def show(report: Report, out: TextIO) -> None:
    """Print the standings, the crosstable and what else is reported."""
    console = console_of(out)
    lines = report.standings.lines
    _print(console, text(report.headline(), out), Text())
    _print(console, standings_table(console, lines))
    if len(lines) > 2:
        what, tables = _crosstables(console, report.standings)
        _print(console, Text(), Text(f"Each against each, {what}"))
        for table in tables:
            _print(console, Text(), table)
    show_sheets(report.all_sheets(), out)


def show_sheets(sheets: Sequence[Sheet], out: TextIO, is_first: bool = False) -> None:
    """Print sheets, each under its title; `is_first`: nothing has been printed before."""
    console = console_of(out)
    for number, sheet in enumerate(sheets):
        above = () if is_first and number == 0 else (Text(),)
        _print(console, *above, text(sheet.title, out), Text(), table_of(sheet, out))


def to_json(report: Report) -> str:
    """Return the report as JSON in ASCII."""
    standings = report.standings
    lines = [{"rank": rank, **_line_values(line)} for rank, line in enumerate(standings.lines, 1)]
    cross = [
        {"bot": bot, "opponent": opponent, **_tally_values(tally)}
        for (bot, opponent), tally in sorted(standings.cross.items())
    ]
    about = {"plan": report.name, "seed": report.seed, "scheduled": report.scheduled, "games": standings.games}
    listed = superiority_list(report.ratings).values() if report.ratings else []
    more = {sheet.key: sheet.values() for sheet in report.all_sheets() if sheet.key != "better"}
    more |= {"superiority": listed} if report.ratings else {}
    values = {**about, "voids": report.voids, "standings": lines, "crosstable": cross, **more}
    return json.dumps(values, indent=2, allow_nan=False) + "\n"


def to_markdown(report: Report) -> str:
    """Return the report in Markdown."""
    lines = report.standings.lines
    rank = Column("rank", "#")
    rows: list[tuple[Cell, ...]] = []
    cross: list[tuple[Cell, ...]] = []
    for place, line in enumerate(lines, 1):
        rows.append((place, *(column.cell(line) for column in _COLUMNS)))
        cross.append((place, line.bot, *_cross_cells(report.standings, line.bot, _counts, range(len(lines)))))
    columns = rank, *(Column(column.title) for column in _COLUMNS)
    ranks = rank, Column("bot"), *(Column(str(place)) for place in range(1, len(lines) + 1))
    sheets = [Sheet("standings", report.headline(), columns, tuple(rows))]
    if len(lines) > 2:
        sheets.append(Sheet("crosstable", "Each against each, wins-draws-losses", ranks, tuple(cross)))
    return sheets_to_markdown([*sheets, *report.all_sheets()])


def to_csv(report: Report) -> str:
    """Return the standings as CSV with a header; faults are ``KIND COUNT`` joined by semicolons."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for rank, line in enumerate(report.standings.lines, 1):
        values = {"rank": rank, **_line_values(line), "bot": printable(line.bot), "faults": _faults(line, "; ")}
        if rank == 1:
            writer.writerow(values)
        writer.writerow(values.values())
    return out.getvalue()


def console_of(out: TextIO) -> Console:
    """Return the console for a stream: as wide as its terminal, or without limit, colours and wrapping."""
    if out.isatty():
        return Console(file=out, markup=False, highlight=False, emoji=False)
    return Console(file=out, width=PIPE_WIDTH, color_system=None, markup=False, highlight=False, emoji=False)


def standings_table(console: Console, lines: Sequence[Standing], least: int = 0) -> Table:
    """Return the standings in the columns that a console has room for, without those that matter less than `least`."""
    ranks = sorted({column.matters for column in _COLUMNS if column.matters >= least})
    choices = ([column for column in _COLUMNS if column.matters >= rank] for rank in ranks)
    return _fitting(console, (_standings_table(lines, columns, console.file) for columns in choices))


def text(shown: str, out: IO[str]) -> Text:
    """Return what is safe to show on a stream, and can be written there."""
    encoding = getattr(out, "encoding", None) or "utf-8"
    return Text(printable(shown).encode(encoding, "backslashreplace").decode(encoding))


def _print(console: Console, *parts: Table | Text) -> None:
    """Print what is to be shown, without the spaces at the ends of lines that only a terminal needs."""
    with console.capture() as captured:
        console.print(*parts, sep="\n")
    shown = captured.get()
    if not console.is_terminal:
        shown = "".join(f"{line.rstrip()}\n" for line in shown.splitlines())
    console.file.write(shown)


def _line_values(line: Standing) -> dict[str, Any]:
    times = {"turns": line.turns, "mean_ns": line.mean_ns, "worst_ns": line.worst_ns}
    return {"bot": line.bot, **_tally_values(line.tally), "faults": dict(sorted(line.faults.items())), **times}


def _tally_values(tally: Tally) -> dict[str, Any]:
    return {
        "games": tally.games,
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
        "score": round(float(tally.score), 6),
        "points": tally.points,
        "stones": tally.stones,
    }


@dataclass(frozen=True, slots=True)
class _Column:
    """A column; of two, the one with the higher `matters` stays longer when a terminal is narrow."""

    title: str
    matters: int
    cell: Callable[[Standing], str]
    is_name: bool = False


_COLUMNS = (
    _Column("bot", 9, lambda line: line.bot, is_name=True),
    _Column("games", 6, lambda line: str(line.tally.games)),
    _Column("score %", 9, lambda line: _percent(line.tally)),
    _Column("wins", 7, lambda line: str(line.tally.wins)),
    _Column("draws", 5, lambda line: str(line.tally.draws)),
    _Column("losses", 7, lambda line: str(line.tally.losses)),
    _Column("points", 6, lambda line: str(line.tally.points)),
    _Column("stones", 1, lambda line: str(line.tally.stones)),
    _Column("mean ms", 2, lambda line: _ms(line.mean_ns)),
    _Column("worst ms", 3, lambda line: _ms(line.worst_ns)),
    _Column("faults", 4, lambda line: _faults(line, ", ") or "-"),
)


def _standings_table(lines: Sequence[Standing], columns: Sequence[_Column], out: IO[str]) -> Table:
    table = _table(out)
    table.add_column("#", justify="right")
    for column in columns:
        justify = "left" if column.is_name or column.title == "faults" else "right"
        table.add_column(column.title, justify=justify, no_wrap=True, style="bold" if column.is_name else "")  # type: ignore[arg-type]
    # One row of many lines takes a fraction of the time that many rows do.
    ranks = Text("\n".join(map(str, range(1, len(lines) + 1))))
    newline = Text("\n")
    table.add_row(ranks, *(newline.join(text(column.cell(line), out) for line in lines) for column in columns))
    return table


def _crosstables(console: Console, standings: Standings) -> tuple[str, list[Table]]:
    """Return what the cells of the crosstable say, and the table, in parts of fewer opponents where it is too wide."""
    everybody = range(len(standings.lines))
    for what, cell in (("wins-draws-losses", _counts), ("score %", _percent)):
        table = _crosstable(standings, cell, console.file, everybody)
        if _width(console, table) <= console.width:
            return what, [table]
    bots = _width(console, _crosstable(standings, _percent, console.file, range(0)))
    at_once = max(1, (console.width - bots) // PERCENT_WIDTH)
    parts = [everybody[start : start + at_once] for start in range(0, len(everybody), at_once)]
    return what, [_crosstable(standings, cell, console.file, part) for part in parts]


def _crosstable(standings: Standings, cell: Callable[[Tally], str], out: IO[str], opponents: range) -> Table:
    table = _table(out)
    table.add_column("#", justify="right")
    table.add_column("bot", no_wrap=True, style="bold")
    for opponent in opponents:
        table.add_column(str(opponent + 1), justify="right", no_wrap=True)
    for rank, line in enumerate(standings.lines, 1):
        table.add_row(str(rank), text(line.bot, out), *_cross_cells(standings, line.bot, cell, opponents))
    return table


def _cross_cells(standings: Standings, bot: str, cell: Callable[[Tally], str], opponents: range) -> list[str]:
    tallies = [standings.cross.get((bot, standings.lines[opponent].bot)) for opponent in opponents]
    return ["-" if tally is None else cell(tally) for tally in tallies]


def _match(journal: Journal, standings: Standings, variant: str | None) -> Sheet:
    bot, opponent = (line.bot for line in standings.lines)
    return match_sheet(bot, opponent, match_between(pair_counts(journal, variant), bot, opponent))


def _table(out: IO[str]) -> Table:
    return Table(box=SIMPLE_HEAD if out.isatty() else None, pad_edge=False, header_style="bold", show_edge=False)


def _fitting(console: Console, tables: Iterable[Table]) -> Table:
    """Return the first table that is not too wide, or the last."""
    for table in tables:
        if _width(console, table) <= console.width:
            break
    return table


def _width(console: Console, table: Table) -> int:
    return Measurement.get(console, console.options.update(max_width=PIPE_WIDTH), table).maximum


def _counts(tally: Tally) -> str:
    return f"{tally.wins}-{tally.draws}-{tally.losses}"


def _percent(tally: Tally) -> str:
    return f"{100 * float(tally.score):.1f}" if tally.games else "-"


def _faults(line: Standing, mark: str) -> str:
    return mark.join(f"{printable(kind)} {count}" for kind, count in sorted(line.faults.items()))


def _ms(time_ns: int) -> str:
    return f"{time_ns / 1_000_000:.2f}"
