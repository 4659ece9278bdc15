"""What the pages tell a reader to type, typed."""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from arbiter.cli import COMMANDS
from tests.timeouts import TIMEOUT

ROOT = Path(__file__).parent.parent
PAGES = sorted(page for page in ROOT.rglob("*.md") if not {".venv", ".git"} & set(page.relative_to(ROOT).parts))


def run(line: str, folder: Path) -> subprocess.CompletedProcess[str]:
    words = shlex.split(line)
    assert words[0] == "reiver"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "arbiter", *words[1:]]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=TIMEOUT * 6)


def blocks(page: Path, language: str) -> Iterator[str]:
    return (found[1] for found in re.finditer(rf"^```{language}\n(.*?)^```", page.read_text(), re.MULTILINE | re.DOTALL))


def test_the_tutorial_works_as_it_stands(tmp_path: Path) -> None:
    for block in blocks(ROOT / "bots" / "TUTORIAL.md", "sh"):
        for line in block.splitlines():
            done = run(line, tmp_path)
            assert done.returncode == 0, f"{line}\n{done.stdout}\n{done.stderr}"


def test_the_bot_of_the_readme_plays(tmp_path: Path) -> None:
    (tmp_path / "mybot.py").write_text(next(blocks(ROOT / "README.md", "python")))
    done = run('reiver match "python3 mybot.py" bots:first --games 2 --variant base --variant tactics --csv', tmp_path)
    assert done.returncode == 0, done.stderr
    assert "mybot,4," in done.stdout


def test_the_plan_of_the_readme_is_read(tmp_path: Path) -> None:
    plan = tmp_path / "evening.toml"
    plan.write_text(next(blocks(ROOT / "README.md", "toml")))
    done = run(f"reiver run {plan}", tmp_path)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "bots[1].folder" in done.stderr


def test_the_readme_names_every_command() -> None:
    named = set(re.findall(r"^\| `reiver (\w+)", (ROOT / "README.md").read_text(), re.MULTILINE))
    assert named == set(COMMANDS)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_of_a_page_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text()):
        if "://" not in target:
            assert (page.parent / target).exists(), target
