"""A report: standings, crosstable and what else there is to say of a tournament, for people and for programs."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TextIO

from rich.console import RenderableType
from rich.text import Text

from tournaments import sheet as sheet_formats
from tournaments.console import console_of, print_parts, text
from tournaments.evidence import match_between, pair_counts, trial_in
from tournaments.journal import Journal
from tournaments.layout import fits, tables_of
from tournaments.scores import counts_sheet, meetings_sheet, shares_sheet, standings_sheet, with_ratings
from tournaments.sheet import Sheet
from tournaments.standings import Standings, fold
from tournaments.strength import match_sheet, rating_sheets, superiority_list, trial_sheet

if TYPE_CHECKING:
    from tournaments.ratings import Ratings


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

    def table(self) -> Sheet:
        """Return the standings as a sheet."""
        return standings_sheet(self.standings.lines, self.headline())

    def other_sheets(self) -> list[Sheet]:
        """Return the sheets for people beside the standings and the crosstable."""
        return [*self.sheets, *(rating_sheets(self.ratings) if self.ratings else ())]


def show(report: Report, out: TextIO) -> None:
    """Print the standings, the crosstable and what else is reported."""
    cross = counts_sheet(report.standings)
    if not fits(cross, console_of(out)):
        cross = shares_sheet(report.standings)
    show_sheets(_for_people(report, cross), out)


def show_sheets(sheets: Sequence[Sheet], out: TextIO) -> None:
    """Print sheets, each under its title."""
    print_parts(_parts(sheets, out), out)


def to_json(report: Report) -> str:
    """Return the report as JSON in ASCII."""
    about = {"plan": report.name, "seed": report.seed, "scheduled": report.scheduled, "games": report.standings.games}
    sheets = [report.table(), meetings_sheet(report.standings)]
    sheets += [sheet for sheet in report.other_sheets() if sheet.key != "better"]
    sheets += [superiority_list(report.ratings)] if report.ratings else []
    return sheet_formats.to_json(sheets, {**about, "voids": report.voids})


def to_markdown(report: Report) -> str:
    """Return the report in Markdown."""
    return sheet_formats.to_markdown(_for_people(report, counts_sheet(report.standings)))


def to_csv(report: Report) -> str:
    """Return the standings as CSV, with the ratings in them if there are any."""
    standings = report.table()
    return sheet_formats.to_csv([with_ratings(standings, report.ratings) if report.ratings else standings])


def _for_people(report: Report, cross: Sheet) -> list[Sheet]:
    crosstable = [cross] if len(report.standings.lines) > 2 else []
    return [report.table(), *crosstable, *report.other_sheets()]


def _parts(sheets: Sequence[Sheet], out: TextIO) -> Iterator[RenderableType]:
    console = console_of(out)
    for number, sheet in enumerate(sheets):
        yield from [Text()] if number else []
        yield text(sheet.title, out)
        for table in tables_of(sheet, console):
            yield Text()
            yield table


def _match(journal: Journal, standings: Standings, variant: str | None) -> Sheet:
    bot, opponent = (line.bot for line in standings.lines)
    return match_sheet(bot, opponent, match_between(pair_counts(journal, variant), bot, opponent))
