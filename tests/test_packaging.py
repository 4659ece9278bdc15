"""What the wheel contains."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.timeouts import TIMEOUT

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def names(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    folder = tmp_path_factory.mktemp("dist")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True, timeout=TIMEOUT * 4)
    return zipfile.ZipFile(next(folder.glob("*.whl"))).namelist()


def test_the_wheel_has_the_three_packages_and_nothing_else_at_its_top(names: list[str]) -> None:
    tops = {name.split("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"arbiter", "protocol", "tournaments"}


def test_the_bots_the_contract_and_the_demo_travel_as_data(names: list[str]) -> None:
    assert {
        "arbiter/bundled_bots/bots.toml",
        "arbiter/bundled_bots/c/first.c",
        "arbiter/bundled_bots/python/careful.py",
        "protocol/SPEC.md",
        "protocol/RULES.md",
        "protocol/transcripts/short-game.txt",
        "protocol/vectors/claims.jsonl",
        "tournaments/demo.toml",
    } <= set(names)


def test_every_module_of_the_checkout_is_in_the_wheel(names: list[str]) -> None:
    modules = {
        path.relative_to(ROOT).as_posix()
        for room in ("arbiter", "protocol", "tournaments")
        for path in (ROOT / room).rglob("*.py")
    }
    assert modules <= set(names)
    assert not [name for name in names if "__pycache__" in name or name.startswith("tests/")]


def test_ci_runs_the_test_command_of_the_readme() -> None:
    readme = (ROOT / "README.md").read_text()
    command = readme.split("<!-- test command -->")[1].split("```")[1].removeprefix("sh\n").strip()
    assert command.endswith(".venv/bin/pytest")
    assert "\nrun_command_of_readme test\n" in (ROOT / ".ci" / "run").read_text()
