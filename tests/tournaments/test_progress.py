"""Progress: a line now and then in a log, a live table on a terminal, and honest numbers in both."""

import io
import re
from itertools import pairwise

import pytest
from rich.console import Console
from rich.text import Text

from arbiter.cli import OK, STOPPED
from tests import terminal
from tests.processes import Processes
from tests.tournaments.plans import record, write_plan
from tests.tournaments.test_report import Terminal
from tournaments.live import LiveTable
from tournaments.progress import Lines, duration, in_words, leaders, watching
from tournaments.results import Result
from tournaments.run import Progress
from tournaments.sprt import ACCEPTED, SprtTable, Trial
from tournaments.standings import Scoreboard


def progress_of(*ids, games=96, bots=("anne", "bert", "carl"), **keys):
    """Return the progress of a run that has found these games, all won by the first seat."""
    scoreboard = Scoreboard([Result.of(record(id)) for id in ids], bots)
    return Progress(games, len(ids), len(ids), scoreboard=scoreboard, **keys)


def test_durations_are_hours_minutes_and_seconds():
    assert [duration(seconds) for seconds in (0, 59, 61, 3600, 86_399)] == [
        "0:00",
        "0:59",
        "1:01",
        "1:00:00",
        "23:59:59",
    ]


@pytest.mark.parametrize(
    ("progress", "elapsed_s", "expected"),
    [
        (Progress(96, 0, 0), 0, "0 of 96 games"),
        (Progress(96, 0, 48), 12, "48 of 96 games, 4.0 a second, 0:12 to go"),
        (Progress(96, 40, 50, voids=2), 10, "50 of 96 games, 2 void, 1.0 a second, 0:46 to go"),
        (Progress(96, 0, 96), 32, "96 of 96 games, 3.0 a second"),
        (Progress(96, 96, 96), 0, "96 of 96 games"),
    ],
)
def test_what_is_left_is_reckoned_from_what_this_run_has_played(progress, elapsed_s, expected):
    assert in_words(progress, elapsed_s) == expected


def test_what_is_left_of_a_test_is_an_upper_bound_until_it_is_decided():
    progress = Progress(96, 0, 48, trial=Trial(SprtTable()))
    assert in_words(progress, 12) == "48 of at most 96 games, 4.0 a second, at most 0:12 to go"
    progress.trial.decision = ACCEPTED
    assert in_words(progress, 12) == "48 of at most 96 games, 4.0 a second"


def test_log_gets_ever_fewer_lines_and_one_at_the_end():
    out, now_s = io.StringIO(), 0
    lines = Lines("cup", out, lambda: now_s)
    progress = Progress(9000, 0, 0)
    lines(progress, None)
    for now_s in range(1, 8001):
        progress.stored = now_s
        lines(progress, None)
    lines.tell()
    lines.tell()
    told = [int(line.split()[1]) for line in out.getvalue().splitlines()]
    waits = [after - before for before, after in pairwise(told)]
    assert told[:3] == [0, 10, 20]
    assert waits[:-1] == sorted(waits[:-1])
    assert (waits[-2], told[-1]) == (300, 8000)


def test_line_of_a_log_says_who_leads():
    out = io.StringIO()
    Lines("cup\x1b", out)(progress_of("base/1/anne:bert/1", "base/1/carl:anne/1"), None)
    assert out.getvalue() == "cup\\x1b: 2 of 96 games; carl 100 %, anne 50 %, bert 0 %\n"


def test_line_of_a_log_says_how_far_a_test_is():
    out = io.StringIO()
    Lines("cup", out)(progress_of("base/1/anne:bert/1", bots=["anne", "bert"], trial=Trial(SprtTable())), None)
    told = "evidence 0.00 (rejected at -2.94, accepted at 2.94)"
    assert out.getvalue() == f"cup: 1 of at most 96 games; {told}; anne 100 %, bert 0 %\n"


def test_leaders_are_three_of_those_that_have_played():
    assert leaders(Scoreboard([], ["anne", "bert"]).lines()) == ""
    bots = ["anne", "bert", "carl", "dora", "a very long name of a bot"]
    results = [Result.of(record("base/1/anne:bert/1", winner=None))._replace(first=bot, second="emil") for bot in bots]
    lines = Scoreboard(results, ["not yet"]).lines()
    assert leaders(lines) == "a very long name of… 50 %, anne 50 %, bert 50 %, and 3 more"


@pytest.mark.parametrize(
    ("out", "term", "is_live"),
    [
        (Terminal, "xterm", True),
        (Terminal, "dumb", False),
        (Terminal, None, False),
        (io.StringIO, "xterm", False),
    ],
)
def test_table_is_only_for_terminals_that_can_move_their_cursor(out, term, is_live, monkeypatch):
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("TERM", term) if term else monkeypatch.delenv("TERM", raising=False)
    stream = out()
    with watching("cup\x1b", stream) as watch:
        watch(Progress(10, 0, 5), None)
    told = stream.getvalue()
    assert ("━" in told) == is_live
    assert ("\x1b" in told) == is_live
    assert r"cup\x1b" in told
    assert "5 of 10 games" in told


def frame(progress, width, height, is_over=False):
    """Return the lines that a terminal shows at one moment."""
    table = LiveTable(Text("cup"))
    table(progress, None)
    table.is_over = is_over
    console = Console(file=Terminal(), width=width, height=height, color_system=None)
    with console.capture() as captured:
        console.print(table)
    return [line.rstrip() for line in captured.get().splitlines()]


def test_table_shows_how_the_bots_stand_and_the_bar_how_far_the_run_is():
    ids = ["base/1/anne:bert/1", "base/1/carl:anne/1"]
    assert frame(progress_of(*ids, games=4), 80, 24) == [
        "#  bot   games  score %  wins  draws  losses  points",
        "────────────────────────────────────────────────────",
        "1  carl      1    100.0     1      0       0       5",
        "2  anne      2     50.0     1      0       1       6",
        "3  bert      1      0.0     0      0       1       1",
        "",
        f"cup {'━' * 20}{' ' * 20} 2 of 4 games",
    ]


def test_faults_have_a_column_once_there_are_any():
    progress = progress_of("base/1/anne:bert/1")
    assert "faults" not in frame(progress, 80, 24)[0]
    progress.scoreboard.count(Result.of(record("base/1/anne:bert/2", 1, "crash", (0, "crash"))))
    assert frame(progress, 80, 24)[0].endswith("faults")
    assert "crash 1" in "".join(frame(progress, 80, 24))


def test_table_of_a_test_says_how_far_the_evidence_is():
    told = frame(progress_of(trial=Trial(SprtTable())), 80, 24)
    assert told[0] == "evidence 0.00 (rejected at -2.94, accepted at 2.94)"


@pytest.mark.parametrize("bots", [2, 30, 100])
@pytest.mark.parametrize(("width", "height"), [(200, 50), (80, 24), (40, 10), (30, 6), (20, 4), (10, 2)])
@pytest.mark.parametrize("trial", [None, Trial(SprtTable())])
def test_table_is_cut_to_the_terminal(bots, width, height, trial):
    names = [f"bot{number:03}" for number in range(bots)]
    progress = progress_of(bots=names, trial=trial)
    lines = frame(progress, width, height)
    shown = sum("bot0" in line for line in lines)
    assert len(lines) <= height or not shown
    assert max(map(len, lines)) <= width
    assert len(lines) == height or shown in (0, bots)
    assert (f"… and {bots - shown} more" in lines) == (0 < shown < bots)
    assert shown or height < 10


def test_bar_alone_is_left_at_the_end():
    assert len(frame(progress_of("base/1/anne:bert/1"), 80, 24, is_over=True)) == 1


@pytest.mark.parametrize(("width", "environment"), [(80, {}), (60, {"NO_COLOR": "1"}), (40, {"TERM": "vt100"})])
def test_run_that_is_stopped_leaves_its_terminal_as_it_was(tmp_path, width, environment):
    plan = write_plan(tmp_path / "cup.toml", rounds=100_000, name="cup")
    with Processes() as processes:
        words = ["run", plan, "--journal", tmp_path / "cup.journal"]
        shown = terminal.Terminal(processes, words, width, **environment)
        shown.read_until(r"1 +(anne|bert) .*\n2 +(anne|bert) .*\n\n(.*\n)*cup.* [1-9]\d* of 200000 games")
        assert not shown.screen.is_cursor_shown
        shown.type("\x03")
        assert shown.end() == STOPPED
    assert shown.screen.is_cursor_shown
    if "NO_COLOR" in environment:
        assert set(re.findall(r"\x1b\[([\d;]*)m", shown.said)) == {"0", "1"}
    (sandbox, bar, *rest) = (line.rstrip() for line in shown.screen.lines)
    assert sandbox.startswith("sandbox: ")
    assert bar.startswith("cup")
    assert "\n".join(rest).count("#  bot") == 1


def test_dumb_terminal_gets_lines_and_no_code(tmp_path):
    plan = write_plan(tmp_path / "cup.toml", rounds=2, name="cup")
    with Processes() as processes:
        shown = terminal.Terminal(processes, ["run", plan, "--journal", tmp_path / "cup.journal"], TERM="dumb")
        assert shown.end() == OK
    assert "\x1b" not in shown.said
    told = [line for line in shown.said.splitlines() if line.startswith("cup: ")]
    assert told[0] == "cup: 0 of 4 games"
    assert "4 of 4 games, " in told[1]
    assert "; anne 50 %, bert 50 %" in told[1]
