import contextlib
import json
import os
import re
import shlex
import shutil
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from arbiter import __version__
from arbiter.cli import COMMANDS, FAILED, MISTAKE, OK, STOPPED
from tests.timeouts import TIMEOUT

ROOT = Path(__file__).parent.parent
VECTORS = ROOT / "protocol" / "vectors"


def reiver(*words: object, folder: Path = ROOT) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "arbiter", *map(str, words)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=TIMEOUT * 4)


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal of a short match in every variant."""
    path = tmp_path_factory.mktemp("a folder") / "my match.journal"
    variants = [word for name in ("base", "tactics", "expert", "expert+tactics") for word in ("--variant", name)]
    done = reiver("match", "bots:random", "bots:first", "--games", 2, *variants, "--seed", "x", "--journal", path)
    assert done.returncode == OK, done.stderr
    return path


def test_the_version_is_the_packages() -> None:
    assert reiver("--version").stdout == f"reiver {__version__}\n"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(command: str) -> None:
    done = reiver(command, "--help")
    assert done.returncode == OK
    assert f"example: reiver {command}" in done.stdout


def test_standings_are_the_same_as_after_the_match(journal: Path) -> None:
    done = reiver("standings", journal, "--json")
    report = json.loads(done.stdout)
    assert report["games"] == report["scheduled"] == 8
    assert {line["bot"] for line in report["standings"]} == {"random", "first"}
    assert reiver("standings", journal, "--csv").stdout.startswith("rank,bot,games,")


def test_every_result_of_the_match_follows_from_its_games(journal: Path) -> None:
    done = reiver("verify", journal)
    assert (done.returncode, done.stdout) == (OK, "8 of 8 results follow from their games\n")


def test_a_record_that_cannot_be_read_is_told_and_the_others_are_verified(journal: Path, tmp_path: Path) -> None:
    spoilt = tmp_path / "spoilt.journal"
    shutil.copy(journal, spoilt)
    with contextlib.closing(sqlite3.connect(spoilt)) as base:
        base.execute("UPDATE games SET record = '{' WHERE rowid = 3")
        base.commit()
    done = reiver("verify", spoilt)
    assert done.returncode == FAILED
    told, summary = done.stdout.splitlines()
    assert re.fullmatch(r"\S+/\d: not a record of a game: .*", told)
    assert summary == "7 of 8 results follow from their games"


@pytest.mark.parametrize(
    ("redirected", "status", "told"),
    [
        ("> /dev/full", FAILED, "reiver: no space left on device\n"),
        (">&-", MISTAKE, "reiver: standard output is closed, and results go there\n"),
        ("2>&-", OK, ""),
        ("<&-", OK, ""),
    ],
)
def test_streams_that_are_full_or_closed(journal: Path, redirected: str, status: int, told: str) -> None:
    line = f"{shlex.join([sys.executable, '-m', 'arbiter', 'standings', str(journal), '--csv'])} {redirected}"
    done = subprocess.run(["sh", "-c", line], cwd=ROOT, capture_output=True, text=True, timeout=TIMEOUT)
    assert (done.returncode, done.stderr) == (status, told)
    assert done.stdout.startswith("rank,bot,") == (status == OK)


def test_a_game_is_shown_for_people_and_as_json(journal: Path) -> None:
    listed = reiver("show", journal).stdout.split("\n")
    game = listed[0].split()[0]
    shown = reiver("show", journal, game, "--boards").stdout
    assert re.search(r"^game " + re.escape(game), shown)
    assert shown.count("[1]") == json.loads(reiver("show", journal, game, "--json").stdout)["turns"].__len__()


def test_all_vectors_pass() -> None:
    done = reiver("vectors", VECTORS / "claims.jsonl", VECTORS / "games.jsonl")
    assert done.returncode == OK
    assert re.search(r"^\d+ passed, 0 failed$", done.stdout)


def test_a_failing_vector_is_told_with_expected_and_got(tmp_path: Path) -> None:
    vector = json.loads((VECTORS / "claims.jsonl").read_text().splitlines()[0])
    path = tmp_path / "wrong.jsonl"
    path.write_text(json.dumps({**vector, "verdict": "granted"}))
    done = reiver("vectors", path)
    assert done.returncode == 1
    assert "expected {'verdict': 'granted'}" in done.stdout
    assert "0 passed, 1 failed" in done.stdout


@pytest.mark.parametrize(
    ("words", "verdict"),
    [
        ("--claimant R6,O6,Y6 --opponent G7,B7", "refused: of-a-kind of 18; with P7 "),
        ("--claimant R7,R8,R9 --opponent B7,B8", "granted: "),
        ("--claimant R1,R2,R3 --opponent O9,Y9,P8 --modes blind", "refused: sum of 6 against sum of 26"),
    ],
)
def test_a_claim_is_proved_from_the_command_line(words: str, verdict: str) -> None:
    assert reiver("prove", *words.split()).stdout.startswith(verdict)


@pytest.mark.parametrize(
    "words",
    [
        ["run", "no/such plan.toml"],
        ["match", "bots:nobody", "bots:first"],
        ["match", "no-such-program", "bots:first"],
        ["match", "bots:first", "bots:random", "--games", "3"],
        ["match", "bots:first"],
        ["standings", "no.journal"],
        ["standings", "pyproject.toml"],
        ["show", "pyproject.toml", "x"],
        ["verify", "tests"],
        ["vectors", "no.jsonl"],
        ["vectors", "README.md"],
        ["prove", "--claimant", "R0"],
        ["prove", "--claimant", "R5,R5,R6"],
        ["prove", "--claimant", "R1,R2,R3,R4"],
    ],
    ids=" ".join,
)
def test_a_mistake_is_one_line_and_exit_2(words: list[str]) -> None:
    done = reiver(*words)
    assert done.returncode == MISTAKE
    assert done.stdout == ""
    assert done.stderr.startswith("reiver: ")
    assert done.stderr.count("\n") == 1


def test_a_reader_that_goes_away_is_no_error(journal: Path) -> None:
    command = [sys.executable, "-m", "arbiter", "show", str(journal)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == OK


def test_an_interrupted_run_prints_the_standings_so_far_and_how_to_go_on(tmp_path: Path) -> None:
    plan = tmp_path / "long plan.toml"
    plan.write_text('rounds = 5000\nseed = 1\n[[bots]]\nuse = "bots:random"\n[[bots]]\nuse = "bots:first"\n')
    journal = tmp_path / "long.journal"
    words = [sys.executable, "-m", "arbiter", "run", str(plan), "--journal", str(journal)]
    with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr
        assert process.stdout
        while "0 of 10000 games" not in process.stderr.readline():
            assert process.poll() is None
        while not (journal.exists() and games(journal)):
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        out, errors = process.communicate(timeout=TIMEOUT)
    assert process.returncode == STOPPED
    assert "random" in out
    assert "go on with: reiver run" in errors
    assert "none is lost" in errors


def games(journal: Path) -> int:
    done = reiver("standings", journal, "--json")
    return int(json.loads(done.stdout)["games"]) if done.returncode == OK else 0
