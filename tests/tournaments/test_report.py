"""Reports: whole in a pipe, narrow on a narrow terminal, and deaf to what bots would like to say to a terminal."""

import csv
import io
import json
import re

import pytest

from tests.tournaments.plans import fill, plan_at, quick, record
from tournaments.journal import Journal, OpenJournal
from tournaments.printable import printable
from tournaments.report import Report, show, to_csv, to_json
from tournaments.results import Result
from tournaments.standings import fold


class Terminal(io.StringIO):
    """A terminal of some width."""

    encoding = "utf-8"

    def isatty(self):
        return True


def report(bots=("anne", "bert", "carl"), name="cup"):
    games = [
        Result.of(record("base/1/anne:bert/1")),
        Result.of(record("base/1/anne:bert/2", 1, "crash", (0, "crash"), points=(0, 5), stones=(0, 0))),
        Result.of(record("base/1/anne:carl/1", winner=None, ending="draw", points=(4, 4), stones=(4, 4))),
    ]
    named = dict(zip(("anne", "bert", "carl"), bots, strict=True))
    games = [game._replace(first=named[game.first], second=named[game.second]) for game in games]
    return Report(name, "seed", 6, 1, fold(games, bots))


def shown(report, out):
    show(report, out)
    return out.getvalue()


def test_table_in_a_pipe_is_plain_and_whole():
    assert shown(report(), io.StringIO()).splitlines() == [
        "cup: 3 of 6 games, 1 void and played again, seed seed",
        "",
        "#  bot   games  score %  wins  draws  losses  points  stones  mean ms  worst ms  faults",
        "1  anne      3     83.3     2      1       0      14       9     1.00      1.00  -",
        "2  carl      1     50.0     0      1       0       4       4     1.00      1.00  -",
        "3  bert      2      0.0     0      0       2       1       1     1.00      1.00  crash 1",
        "",
        "Each against each, wins-draws-losses",
        "",
        "#  bot       1      2      3",
        "1  anne      -  0-1-0  2-0-0",
        "2  carl  0-1-0      -      -",
        "3  bert  0-0-2      -      -",
    ]


@pytest.mark.parametrize("width", [20, 40, 60, 80, 100, 200])
def test_table_fits_a_terminal_and_keeps_what_matters(width, monkeypatch):
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setenv("TERM", "xterm")
    lines = without_styles(shown(report(name="c"), Terminal())).splitlines()
    assert max(map(len, lines[4:])) <= width
    for bot, score in (("anne", "83.3"), ("carl", "50.0"), ("bert", "0.0")):
        assert any(bot in line and score in line for line in lines)


def test_crosstable_of_many_comes_in_parts_that_fit(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("TERM", "xterm")
    many = Report("cup", "seed", 6, 0, fold([], [f"bot{number:02}" for number in range(30)]))
    text = without_styles(shown(many, Terminal()))
    heads = [line.split()[2:] for line in text.split("Each against each")[1].splitlines() if " bot " in line]
    assert [int(rank) for head in heads for rank in head] == list(range(1, 31))
    assert max(map(len, text.splitlines())) <= 80
    assert text.count("bot29") == 1 + len(heads) < 6


def test_unplayed_tournament_has_a_table():
    empty = Report("cup", "seed", 6, 0, fold([], ["anne", "bert"]))
    assert shown(empty, io.StringIO()).splitlines()[3:] == [
        "1  anne      0        -     0      0       0       0       0     0.00      0.00  -",
        "2  bert      0        -     0      0       0       0       0     0.00      0.00  -",
    ]
    assert "NaN" not in to_json(empty)


def without_styles(text):
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


EVIL = ("a\x1b[31m\n\t\x07", "b\u202e\u2066\u200b", "[bold]c[/bold]:smile:")


@pytest.mark.parametrize("out", [io.StringIO, Terminal])
def test_no_name_speaks_to_the_terminal(out, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("TERM", "xterm")
    text = without_styles(shown(report(EVIL, name=EVIL[0]), out()))
    assert all(character.isprintable() for character in text.replace("\n", ""))
    assert r"a\x1b[31m\n\t\x07" in text
    assert r"b\u202e\u2066\u200b" in text
    assert "[bold]c[/bold]:smile:" in text
    for other in (to_json(report(EVIL)), to_csv(report(EVIL))):
        assert all(character.isprintable() for character in other.replace("\n", ""))


def test_name_that_the_stream_cannot_encode_is_escaped():
    data = io.BytesIO()
    out = io.TextIOWrapper(data, encoding="ascii")
    show(report(("日本", "b", "ü")), out)
    out.flush()
    assert rb"\u65e5\u672c" in data.getvalue()


def test_json_holds_every_number():
    told = json.loads(to_json(report()))
    assert {key: told[key] for key in ("plan", "seed", "scheduled", "games", "voids")} == {
        "plan": "cup",
        "seed": "seed",
        "scheduled": 6,
        "games": 3,
        "voids": 1,
    }
    assert told["standings"][2] == {
        "rank": 3,
        "bot": "bert",
        "games": 2,
        "wins": 0,
        "draws": 0,
        "losses": 2,
        "score": 0.0,
        "points": 1,
        "stones": 1,
        "faults": {"crash": 1},
        "turns": 2,
        "mean_ns": 1_000_000,
        "worst_ns": 1_000_000,
    }
    assert told["crosstable"][0] == {
        "bot": "anne",
        "opponent": "bert",
        "games": 2,
        "wins": 2,
        "draws": 0,
        "losses": 0,
        "score": 1.0,
        "points": 10,
        "stones": 5,
    }


def test_csv_is_read_back():
    rows = list(csv.DictReader(io.StringIO(to_csv(report()))))
    assert [row["bot"] for row in rows] == ["anne", "carl", "bert"]
    assert rows[2]["faults"] == "crash 1"
    assert list(rows[0])[:4] == ["rank", "bot", "games", "score"]
    assert (rows[0]["score"], rows[0]["mean_ns"], rows[2]["turns"]) == ("0.833333", "1000000", "2")


def test_csv_has_the_ratings_that_were_asked_for(tmp_path):
    plan = plan_at(tmp_path / "cup.toml", *map(quick, "abc"), rounds=2)
    with OpenJournal(tmp_path / "cup.journal", plan, 12) as journal:
        fill(journal, plan)
    with Journal(tmp_path / "cup.journal") as journal:
        rated = Report.of(journal).rated(journal, "b")
    rows = list(csv.DictReader(io.StringIO(to_csv(rated))))
    told = {row["bot"]: row for row in json.loads(to_json(rated))["ratings"]}
    assert [row["rank"] for row in rows] == ["1", "2", "3"]
    for row in rows:
        rating = told[row["bot"]]
        assert int(row["elo_rank"]) == rating["rank"]
        assert [float(row[key]) for key in ("elo", "elo_low", "elo_high", "pairs")] == [
            rating[key] for key in ("elo", "low", "high", "pairs")
        ]
        ahead = rating["better_than_next"]
        assert row["better_than_next"] == ("" if ahead is None else str(ahead))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain ü 日本", "plain ü 日本"),
        ("\x1b]0;x\x07", r"\x1b]0;x\x07"),
        ("a\u2028b\ud800", r"a\u2028b\ud800"),
        ("\x9b31m", r"\x9b31m"),
        ("\U000e0041", r"\U000e0041"),
    ],
)
def test_only_printable_characters_are_printed(text, expected):
    assert printable(text) == expected


def test_long_text_is_cut():
    assert printable("x" * 100, 10) == "x" * 9 + "…"
