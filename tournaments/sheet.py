"""A sheet: a table of results, which people see as text and Markdown and programs get as CSV and JSON."""

import csv
import io
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tournaments.printable import printable

# A tuple is numbers in one cell, such as wins-draws-losses.
Cell = str | int | float | tuple[int, ...] | Mapping[str, int] | None

# How much columns matter that no terminal is too narrow for, and those that are for programs only.
ALWAYS, NEVER = 9, 0


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its `key` for programs, its `title` for people.

    People are shown numbers `times` what programs get, with `digits` after the point; of two columns, they keep the one
    with the higher `matters` longer where a terminal is narrow.
    """

    key: str
    title: str = ""
    digits: int = 1
    times: float = 1
    matters: int = ALWAYS

    @property
    def heading(self) -> str:
        """What people read above it."""
        return self.title or self.key.replace("_", " ")


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table with a `key` for programs and a `title` for people; an empty cell is None.

    Its first columns, as many as `names`, say what a row is of.
    """

    key: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    names: int = 1

    def only(self, is_wanted: Callable[[Column], bool]) -> "Sheet":
        """Return the sheet with some of its columns."""
        places = [place for place, column in enumerate(self.columns) if is_wanted(column)]
        rows = tuple(tuple(row[place] for place in places) for row in self.rows)
        return replace(self, columns=tuple(self.columns[place] for place in places), rows=rows)

    def for_people(self) -> "Sheet":
        """Return the sheet without what is for programs only."""
        return self.only(lambda column: column.matters > NEVER)

    def shown(self) -> Iterator[list[str]]:
        """Return the rows as people see them."""
        for row in self.rows:
            yield [_shown(cell, column) for cell, column in zip(row, self.columns, strict=True)]

    def is_text(self, place: int) -> bool:
        """Tell whether a column holds words rather than numbers."""
        return any(isinstance(row[place], str | Mapping) for row in self.rows)

    def values(self) -> list[dict[str, Any]]:
        """Return the rows for programs."""
        return [
            {column.key: _rounded(cell) for cell, column in zip(row, self.columns, strict=True)} for row in self.rows
        ]


def to_markdown(sheets: Sequence[Sheet]) -> str:
    """Return sheets as Markdown, each under its title."""
    return "\n".join(line for sheet in sheets for line in _markdown(sheet.for_people())) + "\n"


def to_csv(sheets: Sequence[Sheet]) -> str:
    """Return sheets as CSV, each with a header, an empty line between two; counts are ``NAME COUNT`` joined by ``; ``."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for number, sheet in enumerate(sheets):
        if number:
            out.write("\n")
        writer.writerow(column.key for column in sheet.columns)
        for row in sheet.rows:
            writer.writerow(_plain(_rounded(cell), "; ") for cell in row)
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
    if isinstance(cell, int | float) and column.times != 1:
        cell = cell * column.times
    # Adding 0 makes 0 of -0.
    shown = f"{round(cell, column.digits) + 0.0:.{column.digits}f}" if isinstance(cell, float) else _plain(cell, ", ")
    return shown or "-"


def _plain(cell: Cell, mark: str) -> str:
    if isinstance(cell, Mapping):
        return mark.join(f"{printable(name)} {count}" for name, count in sorted(cell.items()))
    if isinstance(cell, tuple):
        return "-".join(map(str, cell))
    if isinstance(cell, str):
        return printable(cell)
    return "" if cell is None else str(cell)


def _rounded(cell: Cell) -> Cell:
    return round(cell, 6) + 0.0 if isinstance(cell, float) else cell
