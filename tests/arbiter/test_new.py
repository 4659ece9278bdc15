"""A starter that is written into a folder: built as it is told, it passes the check."""

import re
import shlex
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from arbiter.cli import MISTAKE, OK, main
from arbiter.control import MS, TimeControl
from arbiter.kit.check.checkup import examine
from arbiter.kit.check.examiner import Examiner
from arbiter.kit.starters import starters
from arbiter.program import Sandbox
from arbiter.rules.variants import rules_of
from tests.timeouts import TIMEOUT
from tournaments.bundle import bundle
from tournaments.plan import load

VARIANTS = ("base", "expert+tactics")
STARTERS = starters(bundle().root / "starters")
NEVER_SKIPPED = {"python", "c", "cpp", "rust", "java", "javascript"}
LONG_NS = int(TIMEOUT * 1000) * MS
PATIENT = TimeControl(move_ns=LONG_NS, startup_ns=LONG_NS, setup_ns=LONG_NS, grace_ns=LONG_NS)


def written(language: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """Write a starter, and return what is said."""
    assert main(["new", language, str(folder)]) == OK
    return capsys.readouterr().out.splitlines()


@pytest.mark.parametrize("language", STARTERS)
def test_a_starter_is_built_as_it_is_told_and_passes_the_check(
    language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    missing = [program for program in STARTERS[language].needs if shutil.which(program) is None]
    if missing and language not in NEVER_SKIPPED:
        pytest.skip(f"the starter needs {' and '.join(missing)} on the PATH")
    folder = tmp_path / "my bot"
    step = written(language, folder, capsys)[1]
    subprocess.run(["sh", "-c", step.removeprefix("1. ")], check=True, timeout=TIMEOUT * 4)
    program = replace(load(folder / "plan.toml").programs[0], sandbox=Sandbox.NONE)
    checkup = examine(Examiner(program, PATIENT, [rules_of(name) for name in VARIANTS]), lambda name: None)
    assert checkup.troubles == []


@pytest.mark.parametrize("language", STARTERS)
def test_the_plan_plays_the_starter_against_two_bundled_bots(
    language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "rob-roy"
    written(language, folder, capsys)
    text = (folder / "plan.toml").read_text()
    assert text.startswith("# rob-roy against two bundled bots")
    assert re.findall(r'use = "bots:(\w+)"', text) == ["random", "greedy"]
    assert {path.name for path in folder.iterdir()} == {"plan.toml", STARTERS[language].source}


def test_three_lines_say_what_to_do_next(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "my bot"
    assert written("python", folder, capsys) == [
        f"{folder}: a bot in Python, and a plan. Next:",
        f"1. cd {shlex.quote(str(folder))}",
        "2. reiver check 'python3 starter.py' && reiver run plan.toml",
        "3. change the function 'choose' in starter.py, and run it again with another --journal",
    ]
    assert written("C", tmp_path / "c", capsys)[1].endswith(" -o ./starter starter.c")


def test_what_is_missing_comes_first(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    lines = written("c++", tmp_path / "new", capsys)
    assert lines[1] == "1. get c++, which this starter needs and is not on the PATH"


def test_an_empty_folder_will_do_and_a_language_goes_by_either_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "empty"
    folder.mkdir()
    assert written("POSIX shell", folder, capsys)[0].endswith(": a bot in POSIX shell, and a plan. Next:")


@pytest.mark.parametrize(
    ("language", "folder", "said"),
    [
        ("python", "full", "is not empty"),
        ("cobol", "new", "no starter in 'cobol'; there are: python, c, "),
        ("python", "full/file", "file exists"),
        ("python", "full/file/below", "not a directory"),
    ],
)
def test_a_mistake_is_one_line_and_writes_nothing(
    language: str, folder: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "file").write_text("mine")
    assert main(["new", language, str(tmp_path / folder)]) == MISTAKE
    captured = capsys.readouterr()
    assert (captured.out, captured.err.count("\n")) == ("", 1)
    assert said in captured.err
    assert [path.name for path in tmp_path.rglob("*")] == ["full", "file"]


def test_the_help_lists_the_languages(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["new", "--help"])
    assert f"one of: {', '.join(STARTERS)}" in " ".join(capsys.readouterr().out.split())
