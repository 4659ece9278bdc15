"""The examples in the help of the commands run."""

import io
import shlex
import sys
from importlib import import_module
from pathlib import Path

import pytest

from arbiter.cli import OK, main

BOT = Path(__file__).parent / "broken" / "sound.py"
COMMANDS = ("check", "explain", "new", "play", "replay", "show", "standings", "verify")


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a bot and with a journal of a short tournament."""
    folder = tmp_path_factory.mktemp("place")
    (folder / "mybot.py").write_text(BOT.read_text())
    words = ["bots:greedy", "bots:random", "--games", "2", "--seed", "demo", "--journal", str(folder / "demo.journal")]
    assert main(["match", *words, "--trace"]) == OK
    return folder


@pytest.mark.parametrize("command", COMMANDS)
def test_the_example_of_a_command_runs(
    command: str, place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(place)
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    program, *words = shlex.split(import_module(f"arbiter.commands.{command}").EXAMPLE)
    assert (program, words[0]) == ("reiver", command)
    assert main(words) == OK
    captured = capsys.readouterr()
    assert captured.out
    assert "Traceback" not in captured.err
