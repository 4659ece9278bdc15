"""The example in the help of every command, typed into a shell."""

import os
import re
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from arbiter.cli import COMMANDS, OK
from tests.test_docs import blocks
from tests.timeouts import TIMEOUT

ROOT = Path(__file__).parent.parent
DEMO, VECTORS = Path("tournaments", "demo.toml"), Path("protocol", "vectors")
SHORT = 'name = "demo"\nseed = "reiver"\n' + "".join(
    f'[[bots]]\nuse = "bots:{bot}"\n' for bot in ("random", "greedy", "careful")
)
# What is typed at the prompts of a command; then the input ends.
TYPED = {"play": "1\n"}
# What a command has to say, or to write into a file.
SAYS = {
    "run": r"demo: 96 of 96 games, seed reiver\n(.*\n)+1 +careful +64 +84\.4 ",
    "match": r"match: 20 of 20 games(.*\n)+\d +mybot +20 ",
    "standings": r"demo: 6 of 6 games(.*\n)+Ratings in Elo",
    "stats": r"^### Games\n(.*\n)+\| careful \|",
    "diff": r"^first +2 +2 +50\.0 +100\.0 ",
    "show": r"^game base/1/greedy:random/1: (.*\n)+greedy wins by stones",
    "explain": r"^turn 12: random, second seat$",
    "replay": r"^0 replies are the same; turn 2 differs$(.*\n)+greedy now wins",
    "check": r"^mybot: \d+ passed",
    "play": r"you against greedy: tactics, first seat(.*\n)+you have left",
    "verify": r"^6 of 6 results follow from their games$",
    "bots": r"^bots:careful +.*Python",
    "vectors": r"^[1-9]\d+ passed, 0 failed$",
    "prove": r"^refused: .* with Y7 ",
    "bench": r"^games a second +\d+$",
    "stress": r"^games +200 (.*\n)+findings +0$",
}
WRITES = {"export": ("games.jsonl", r'^(\{"id":.*\}\n){6}$'), "new": ("mybot/plan.toml", r'name = "mybot"')}


def type_in(line: str, folder: Path, typed: str = "") -> str:
    """Return what a line prints that a shell runs in a folder, where all has to go well."""
    shell = f'reiver() {{ "{sys.executable}" -m arbiter "$@"; }}\n{line}'
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        ["sh", "-c", shell],
        cwd=folder, env=environment, input=typed, capture_output=True, text=True, timeout=TIMEOUT * 6,
    )  # fmt: skip
    assert done.returncode == OK, f"{line}\n{done.stdout}\n{done.stderr}"
    assert "Traceback" not in done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a bot, the files of a clone that the examples name, and the journals that they do."""
    folder = tmp_path_factory.mktemp("desk")
    (folder / "mybot.py").write_text(next(blocks(ROOT / "README.md", "python")))
    shutil.copytree(ROOT / VECTORS, folder / VECTORS)
    (folder / DEMO).parent.mkdir()
    shutil.copy(ROOT / DEMO, folder / DEMO)
    (folder / "short.toml").write_text(SHORT)
    type_in("reiver run short.toml --journal demo.journal", folder)
    for journal, bot in (("before", "random"), ("now", "greedy")):
        type_in(f"reiver match mine=bots:{bot} bots:first --games 4 --seed x --journal {journal}.journal", folder)
    return folder


@pytest.mark.parametrize("command", COMMANDS)
def test_the_example_of_a_command_does_what_it_says(command: str, desk: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(desk, tmp_path / "desk")
    if command == "run":
        (folder / "demo.journal").unlink()
    said = type_in(import_module(f"arbiter.commands.{command}").EXAMPLE, folder, TYPED.get(command, ""))
    if command in WRITES:
        name, pattern = WRITES[command]
        said = (folder / name).read_text()
    else:
        pattern = SAYS[command]
    assert re.search(pattern, said, re.MULTILINE), said
