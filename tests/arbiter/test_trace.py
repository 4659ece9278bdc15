"""A trace shows what is said while it is said."""

import os
import re
import signal
import sys
from pathlib import Path

import pytest

from arbiter.cli import OK, STOPPED, main
from tests.processes import Processes
from tests.timeouts import TIMEOUT
from tournaments.journal import Journal

ROOT = Path(__file__).parents[2]
LINE = re.compile(r" *\d+\.\d{3} ms +[+]\d+\.\d{3}  (first|random) +([<>]) (.*)")


def test_both_directions_are_printed_with_times(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.journal"
    assert main(["match", "bots:first", "bots:random", "--games", "2", "--trace", "--journal", str(path)]) == OK
    captured = capsys.readouterr()
    lines = [found.groups() for found in map(LINE.fullmatch, captured.err.splitlines()) if found]
    mine = [(way, text) for key, way, text in lines if key == "first"]
    assert mine[0][1].startswith("hello 1 reiver/")
    assert mine[1:3] == [("<", "name First"), ("<", "ready 1")]
    assert mine[3][1].startswith("game id=")
    assert mine[4] == ("<", "ok")
    assert mine[-1] == (">", "quit")
    assert captured.out.startswith("match: 2 of 2 games")
    with Journal(path) as journal:
        assert journal.count() == 2


def test_a_traced_plan_plays_what_is_missing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plan = tmp_path / "a.toml"
    plan.write_text('seed = "a"\n[[bots]]\nuse = "bots:first"\n[[bots]]\nuse = "bots:random"\n')
    words = ["run", str(plan), "--journal", str(tmp_path / "a.journal"), "--trace"]
    assert main(words) == OK
    assert " > hello 1 " in capsys.readouterr().err
    assert main(words) == OK
    assert " > hello 1 " not in capsys.readouterr().err


def test_a_traced_match_is_stopped_by_the_keyboard_and_leaves_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    command = [sys.executable, "-m", "arbiter", "match", "bots:first", "bots:random", "--games", "9998", "--trace"]
    with Processes() as processes:
        started = processes.start(
            [*command, "--journal", str(path)], {**os.environ, "PYTHONPATH": str(ROOT)}, stdout=-1, stderr=-1, text=True
        )
        assert started.stderr
        while " > result " not in started.stderr.readline():
            assert started.poll() is None
        started.send_signal(signal.SIGINT)
        _, err = started.communicate(timeout=TIMEOUT)
        assert started.returncode == STOPPED
        assert "stopped after " in err
    with Journal(path) as journal:
        assert {result.fault for result in journal.games()} <= {None}
