"""The table of sins, and whom the sinners go for."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from arbiter.verdicts import FaultKind
from tests.hostile.sins import FOLDER, Sin, load
from tests.processes import Processes

SINS = load()
SHARED = {"honest.py", "prey.py", "sins.toml"}
SLEEP = "import sys, time; print(flush=True); time.sleep(60)"
LOOK = "import prey; print(*prey.arbiter()); print(*prey.opponents())"


def test_every_program_is_in_the_table_and_every_entry_has_its_program() -> None:
    words = [word for sin in SINS for word in sin.words(sys.executable)]
    named = {Path(word).name for word in words if word.startswith(str(FOLDER))} - {"no_such_file"}
    assert {path.name for path in FOLDER.iterdir() if path.is_file()} - SHARED == named


@pytest.mark.parametrize("sin", SINS, ids=lambda sin: sin.name)
def test_an_entry_tells_its_sin_in_a_sentence_and_a_verdict_that_exists(sin: Sin) -> None:
    assert sin.about[0].isupper()
    assert sin.about.endswith(".")
    assert {sin.verdict, sin.also} <= {*FaultKind, "none", ""}


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.py")), ids=lambda path: path.stem)
def test_a_program_says_what_it_is_and_imports_nothing_but_the_standard_library(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert ast.get_docstring(tree)
    imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    imported |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name.split(".")[0] for name in imported} <= sys.stdlib_module_names | {"honest", "prey"}


def test_nobody_is_prey_but_marked_processes_of_other_sessions(processes: Processes) -> None:
    environment = {**os.environ, "PYTHONPATH": str(FOLDER)}
    mine, others = {**environment, "REIVER_PREY": "mine"}, {**environment, "REIVER_PREY": "others"}

    def started(variables: dict[str, str], new_session: bool) -> int:
        sleeper = processes.start(
            (sys.executable, "-c", SLEEP), variables, start_new_session=new_session, stdout=subprocess.PIPE
        )
        assert sleeper.stdout
        sleeper.stdout.readline()
        return sleeper.pid

    def found(variables: dict[str, str]) -> list[str]:
        look = processes.start((sys.executable, "-Bc", LOOK), variables, stdout=subprocess.PIPE, text=True)
        return look.communicate()[0].splitlines()

    prey = started(mine, True)
    started(mine, False)
    started(others, True)
    started(environment, True)
    assert found(mine) == ["", str(prey)]
    assert found(environment) == ["", ""]
