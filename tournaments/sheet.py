"""A sheet: a table of results, as text, Markdown, CSV and JSON."""

import csv
import io
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TextIO

from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from tournaments.printable import printable

Cell = str | int | float | None


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its `key` for programs, its `title` for people, the digits after the point that people are shown."""

    key: str
    title: str = ""
    digits: int = 1

    @property
    def heading(self) -> str:
        """What people read above it."""
        return self.title or self.key.replace("_", " ")


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table with a `key` for programs and a `title` for people; an empty cell is None."""

    key: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]

    def shown(self) -> Iterator[list[str]]:
        """Return the rows as people see them."""
        for row in self.rows:
            yield [_shown(cell, column) for cell, column in zip(row, self.columns, strict=True)]

    def is_text(self, place: int) -> bool:
        """Tell whether a column holds words rather than numbers."""
        return any(isinstance(row[place], str) for row in self.rows)

    def values(self) -> list[dict[str, Any]]:
        """Return the rows for programs."""
        return [
            {column.key: _rounded(cell) for cell, column in zip(row, self.columns, strict=True)} for row in self.rows
        ]


def table_of(sheet: Sheet, out: TextIO) -> Table:
    """Return a sheet as a table for a stream."""
    box = SIMPLE_HEAD if out.isatty() else None
    table = Table(box=box, pad_edge=False, header_style="bold", show_edge=False)
    for place, column in enumerate(sheet.columns):
        table.add_column(column.heading, justify="left" if sheet.is_text(place) else "right", no_wrap=True)
    for row in sheet.shown():
        table.add_row(*(Text(cell) for cell in row))
    return table


def to_markdown(sheets: Sequence[Sheet]) -> str:
    """Return sheets as Markdown, each under its title."""
    return "\n".join(line for sheet in sheets for line in _markdown(sheet)) + "\n"


def to_csv(sheets: Sequence[Sheet]) -> str:
    """Return sheets as CSV, each with a header, an empty line between two."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for number, sheet in enumerate(sheets):
        if number:
            out.write("\n")
        writer.writerow(column.key for column in sheet.columns)
        for row in sheet.rows:
            writer.writerow("" if cell is None else _plain(_rounded(cell)) for cell in row)
    return out.getvalue()


def to_json(sheets: Sequence[Sheet], about: dict[str, Any]) -> str:
    """Return sheets as JSON in ASCII: an object with what it is `about`, and a list for each sheet."""
    return json.dumps({**about, **{sheet.key: sheet.values() for sheet in sheets}}, indent=2, allow_nan=False) + "\n"


def _markdown(sheet: Sheet) -> Iterator[str]:
    yield from (f"### {_escaped(sheet.title)}", "") if sheet.title else ()
    yield "| " + " | ".join(_escaped(column.heading) for column in sheet.columns) + " |"
    yield "|" + "|".join("---" if sheet.is_text(place) else "---:" for place in range(len(sheet.columns))) + "|"
    for row in sheet.shown():
        yield "| " + " | ".join(map(_escaped, row)) + " |"
    yield ""


def _escaped(text: str) -> str:
    return "".join(f"\\{character}" if character in "\\|*_`<>[]#" else character for character in text)


def _shown(cell: Cell, column: Column) -> str:
    if cell is None:
        return "-"
    # Adding 0 makes 0 of -0.
    return f"{round(cell, column.digits) + 0.0:.{column.digits}f}" if isinstance(cell, float) else _plain(cell)


def _plain(cell: Cell) -> str:
    return printable(cell) if isinstance(cell, str) else str(cell)


def _rounded(cell: Cell) -> Cell:
    return round(cell, 6) + 0.0 if isinstance(cell, float) else cell
