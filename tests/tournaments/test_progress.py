"""Progress: a line now and then in a log, a bar on a terminal, and honest numbers in both."""

import io

import pytest

from tests.tournaments.test_report import Terminal
from tournaments.progress import Lines, duration, in_words, watching
from tournaments.run import Progress


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


def test_log_gets_a_line_at_the_start_at_the_end_and_every_ten_seconds():
    out, now = io.StringIO(), iter([0, 0, *range(1, 31)])
    lines = Lines("cup", out, lambda: next(now))
    progress = Progress(30, 0, 0)
    lines(progress, None)
    for stored in range(1, 31):
        progress.stored = stored
        lines(progress, None)
    assert [line.split(",")[0] for line in out.getvalue().splitlines()] == [
        "cup: 0 of 30 games",
        "cup: 10 of 30 games",
        "cup: 20 of 30 games",
        "cup: 30 of 30 games",
    ]


@pytest.mark.parametrize(
    ("out", "dumb", "is_bar"), [(Terminal, False, True), (Terminal, True, False), (io.StringIO, False, False)]
)
def test_bar_is_only_for_terminals_that_can_show_it(out, dumb, is_bar, monkeypatch):
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("TERM", "xterm")
    stream = out()
    with watching("cup\x1b", stream, dumb) as watch:
        watch(Progress(10, 0, 5), None)
    told = stream.getvalue()
    assert ("━" in told) == is_bar
    assert r"cup\x1b" in told
    assert "5 of 10 games" in told
