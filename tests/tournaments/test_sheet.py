"""Sheets: the same table as text, Markdown, CSV and JSON, in which no name breaks anything."""

import csv
import io
import json
import re

import pytest

from tests.tournaments.plans import fill, plan_at, quick
from tests.tournaments.test_report import Terminal, without_styles
from tournaments.journal import Journal, OpenJournal
from tournaments.report import Report, show, show_sheets, to_json, to_markdown
from tournaments.report import to_csv as report_to_csv
from tournaments.sheet import Column, Sheet, to_csv
from tournaments.sheet import to_json as sheets_to_json
from tournaments.sheet import to_markdown as sheets_to_markdown

SHEET = Sheet(
    "prices",
    "Prices",
    (Column("name"), Column("price", "price €", 2), Column("sold")),
    (("ap|ple", 1.239, 3), ("p\x1bear", -0.0001, None)),
)


def assert_finite(*texts):
    for text in texts:
        assert not re.search(r"\b(nan|inf|infinity)\b", text.replace('"NaN"', ""), re.IGNORECASE), text


def test_markdown_is_a_table_whose_cells_are_escaped():
    assert sheets_to_markdown([SHEET]).splitlines() == [
        "### Prices",
        "",
        "| name | price € | sold |",
        "|---|---:|---:|",
        r"| ap\|ple | 1.24 | 3 |",
        r"| p\\x1bear | 0.00 | - |",
        "",
    ]


def test_csv_and_json_have_the_numbers():
    rows = list(csv.DictReader(io.StringIO(to_csv([SHEET]))))
    assert rows[0] == {"name": "ap|ple", "price": "1.239", "sold": "3"}
    assert rows[1]["sold"] == ""
    told = json.loads(sheets_to_json([SHEET], {"plan": "x"}))
    assert told["prices"][0] == {"name": "ap|ple", "price": 1.239, "sold": 3}
    assert told["prices"][1]["sold"] is None


WIDE = Sheet(
    "wide",
    "Wide",
    (Column("rank", "#"), Column("bot"), *(Column(f"number_{place}", digits=2) for place in range(20))),
    tuple(
        (rank, f"bot {rank} {'x' * 30}", *(1000.0 * rank + place + 0.25 for place in range(20))) for rank in (1, 2, 3)
    ),
    names=2,
)


def shown(sheet, width, monkeypatch):
    """Return the lines that a terminal shows."""
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setenv("TERM", "xterm")
    out = Terminal()
    show_sheets([sheet], out)
    return without_styles(out.getvalue()).splitlines()


@pytest.mark.parametrize("width", [20, 40, 80, 100, 200])
def test_sheet_that_is_too_wide_comes_in_parts_that_name_their_rows_and_cut_no_number(width, monkeypatch):
    lines = shown(WIDE, width, monkeypatch)
    assert max(map(len, lines)) <= width
    words = " ".join(lines).split()
    for rank, _, *numbers in WIDE.rows:
        assert [word for word in words if word in {f"{number:.2f}" for number in numbers}] == [
            f"{number:.2f}" for number in numbers
        ]
        parts = [line for line in lines if line.startswith(f"{rank}  bot {rank}")]
        assert len(parts) == sum(line.startswith("#") for line in lines) > 1


@pytest.mark.parametrize("width", [20, 40, 80, 100])
def test_only_row_of_a_sheet_that_is_too_wide_comes_in_lines(width, monkeypatch):
    sheet = Sheet(WIDE.key, WIDE.title, WIDE.columns, WIDE.rows[:1], names=2)
    lines = [line.split() for line in shown(sheet, width, monkeypatch)]
    assert ["number", "7", "1007.25"] in lines
    assert len([line for line in lines if line[:1] == ["number"]]) == 20


def test_sheet_in_a_pipe_is_whole():
    out = io.StringIO()
    show_sheets([WIDE], out)
    assert len(out.getvalue().splitlines()) == 2 + 1 + 3
    assert "x" * 30 in out.getvalue()


@pytest.mark.parametrize("format", ["round-robin", "sprt"])
def test_standings_and_ratings_are_finite_from_the_first_game_on(format, tmp_path):
    keys = {"format": format, "sprt": {"elo1": 5}} if format == "sprt" else {}
    plan = plan_at(tmp_path / "cup.toml", quick("a"), quick("b"), rounds=3, **keys)
    for games in range(7):
        path = tmp_path / f"{games}.journal"
        with OpenJournal(path, plan, 6) as journal:
            fill(journal, plan, games)
        with Journal(path) as journal:
            report = Report.of(journal).rated(journal)
        out = io.StringIO()
        show(report, out)
        assert_finite(out.getvalue(), to_json(report), to_markdown(report), report_to_csv(report))
        assert json.loads(to_json(report))["match"][0]["pairs"] == games // 2
        assert ("test" in json.loads(to_json(report))) == (format == "sprt")


def test_report_of_three_bots_has_each_part_in_markdown(tmp_path):
    plan = plan_at(tmp_path / "cup.toml", *map(quick, ("a", "b_b", "c")), rounds=2)
    with OpenJournal(tmp_path / "cup.journal", plan, 12) as journal:
        fill(journal, plan)
    with Journal(tmp_path / "cup.journal") as journal:
        text = to_markdown(Report.of(journal).rated(journal, "c"))
    headings = [line for line in text.splitlines() if line.startswith("###")]
    assert [heading.split()[1] for heading in headings] == ["test:", "Each", "Ratings", "What", "Likelihood"]
    assert r"b\_b" in text


def test_report_of_a_variant_counts_its_games(tmp_path):
    plan = plan_at(tmp_path / "cup.toml", quick("a"), quick("b"), rounds=2, variants=["base", "expert"])
    with OpenJournal(tmp_path / "cup.journal", plan, 8) as journal:
        fill(journal, plan)
    with Journal(tmp_path / "cup.journal") as journal:
        assert Report.of(journal).standings.games == 8
        assert Report.of(journal, "expert").standings.games == 4
