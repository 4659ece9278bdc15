"""A layout: sheets as tables that fit a console, in which words may be cut but no number is.

Where all does not fit, columns that matter less are left out. If that is not enough, a sheet of one row is laid out as
lines, and one of more rows in parts that each repeat the columns which name its rows.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rich.box import SIMPLE_HEAD
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from tournaments.console import text
from tournaments.sheet import ALWAYS, Sheet

# The space between two columns.
GAP = 2


@dataclass(frozen=True, slots=True)
class Strip:
    """A column as people see it; `width` is what it needs."""

    heading: str
    cells: tuple[str, ...]
    is_words: bool
    is_name: bool
    matters: int
    width: int

    def cut(self, most: int) -> "Strip":
        """Return the column with no word wider than `most`."""
        return replace(self, width=min(self.width, max(most, cell_len(self.heading)))) if self.is_words else self


def tables_of(sheet: Sheet, console: Console) -> list[Table]:
    """Return a sheet as one table, or in parts that fit a console."""
    whole = _strips(sheet, console)
    if _width(whole) <= console.width:
        return [_table(whole, console)]
    strips = _most_that_fit([strip.cut(console.width * 2 // 5) for strip in whole], console.width)
    if _width(strips) <= console.width:
        return [_table(strips, console)]
    if len(sheet.rows) == 1:
        return [_lines(whole)]
    return [_table(part, console) for part in _parts(strips, console.width)]


def fits(sheet: Sheet, console: Console) -> bool:
    """Tell whether a console has room for a whole sheet."""
    return _width(_strips(sheet, console)) <= console.width


def _strips(sheet: Sheet, console: Console) -> list[Strip]:
    shown = sheet.for_people()
    strips = []
    rows = [[text(cell, console.file).plain for cell in row] for row in shown.shown()]
    for place, column in enumerate(shown.columns):
        heading, cells = text(column.heading, console.file).plain, tuple(row[place] for row in rows)
        width = max(map(cell_len, (heading, *cells)))
        strips.append(Strip(heading, cells, shown.is_text(place), place < shown.names, column.matters, width))
    return strips


def _width(strips: Sequence[Strip]) -> int:
    return sum(strip.width + GAP for strip in strips) - GAP


def _most_that_fit(strips: list[Strip], width: int) -> list[Strip]:
    """Return the columns there is room for; those that matter most are there in any case."""
    while _width(strips) > width:
        least = min(strip.matters for strip in strips)
        if least == ALWAYS:
            break
        strips = [strip for strip in strips if strip.matters > least]
    return strips


def _parts(strips: list[Strip], width: int) -> Iterator[list[Strip]]:
    """Yield the columns in parts no wider than `width`, in which there is at least one besides the names."""
    names = [strip for strip in strips if strip.is_name]
    part: list[Strip] = []
    for strip in strips[len(names) :]:
        if part and _width([*names, *part, strip]) > width:
            yield [*names, *part]
            part = []
        part.append(strip)
    yield [*names, *part]


def _table(strips: Sequence[Strip], console: Console) -> Table:
    # One row of many lines takes a fraction of the time that many rows do.
    table = _empty_table(console)
    for strip in strips:
        style = "bold" if strip.is_name and strip.is_words else ""
        justify = "left" if strip.is_words else "right"
        table.add_column(Text(strip.heading), justify=justify, no_wrap=True, width=strip.width, style=style)  # type: ignore[arg-type]
    if strips[0].cells:
        table.add_row(*(Text("\n".join(strip.cells)) for strip in strips))
    return table


def _lines(strips: Sequence[Strip]) -> Table:
    """Return the only row, each cell after the heading of its column."""
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, GAP, 0, 0))
    table.add_column(no_wrap=True, style="bold")
    table.add_column(overflow="fold")
    for strip in strips:
        table.add_row(Text(strip.heading), Text(strip.cells[0]))
    return table


def _empty_table(console: Console) -> Table:
    box, space = (SIMPLE_HEAD, GAP - 1) if console.is_terminal else (None, GAP)
    return Table(box=box, padding=(0, space, 0, 0), pad_edge=False, header_style="bold", show_edge=False)
