"""Limits: each is kept by every bot it is meant for, and broken with a verdict of its own."""

import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from arbiter.control import MS, TimeControl
from arbiter.match import Match
from arbiter.probe import why_no_sandbox
from arbiter.program import Limits, Program, Sandbox
from arbiter.record import GameRecord
from arbiter.rules.variants import VARIANTS
from tests.arbiter.conftest import ROOT
from tests.games import order
from tests.timeouts import SCALE, TIMEOUT

LONG_NS = int(20_000 * MS * SCALE)
PATIENT = TimeControl(move_ns=LONG_NS, startup_ns=LONG_NS, setup_ns=LONG_NS, grace_ns=LONG_NS)
STARTERS = ROOT / "bots" / "starters"
WHY = why_no_sandbox()
SANDBOXES = [
    Sandbox.NONE,
    pytest.param(Sandbox.BWRAP, marks=pytest.mark.skipif(bool(WHY), reason=f"no sandbox: {WHY}")),
]

Script = Callable[..., Program]


def play(first: Program, second: Program) -> GameRecord:
    with Match((first, second)) as match:
        return match.play(order(time=PATIENT))


def starter(language: str, folder: Path) -> Program:
    """A starter in some language, built in a folder."""
    table = tomllib.loads((STARTERS / "starters.toml").read_text("utf-8"))[language]
    if missing := [name for name in table["needs"] if shutil.which(name) is None]:
        pytest.skip(f"not installed: {', '.join(missing)}")
    folder.mkdir()
    meanings = {"{python}": sys.executable, "{folder}": str(STARTERS / table["folder"]), "{out}": str(folder / "out")}

    def filled(words: list[str]) -> tuple[str, ...]:
        for mark, meaning in meanings.items():
            words = [word.replace(mark, meaning) for word in words]
        return tuple(words)

    if "build" in table:
        subprocess.run(filled(table["build"]), check=True, timeout=TIMEOUT)
    program, *rest = filled(table["command"])
    found = shutil.which(program)
    assert found
    return Program(language, (found, *rest), STARTERS / table["folder"], readable=(folder,))


@pytest.mark.parametrize("sandbox", SANDBOXES)
@pytest.mark.parametrize("language", ["python", "java", "javascript"])
def test_bots_of_every_kind_keep_the_default_limits(language: str, sandbox: Sandbox, first: Program, tmp_path: Path) -> None:
    program = replace(starter(language, tmp_path / language), sandbox=sandbox)
    assert program.limits == Limits()
    with Match((program, first)) as match:
        for variant in VARIANTS:
            record = match.play(order(variant, time=PATIENT))
            assert record.result.fault is None, record.processes


SINS = {
    "memory": """
greet(); until("turn")
hog = bytearray(200 << 20)
time.sleep(1000)
""",
    "memory of a child": """
greet(); until("turn")
if not os.fork():
    hog = bytearray(200 << 20)
time.sleep(1000)
""",
    "processes": """
greet(); until("turn")
for _ in range(12):
    if not os.fork():
        break
time.sleep(1000)
""",
    "cpu": """
greet(); until("turn")
while True: pass
""",
    "cpu of a child": """
greet(); until("turn")
if not os.fork():
    while True: pass
time.sleep(1000)
""",
}
BOUNDS = Limits(memory_bytes=100 << 20, processes=10)


@pytest.mark.parametrize("sandbox", SANDBOXES)
@pytest.mark.parametrize("sin", SINS)
def test_broken_limit_loses_with_a_verdict_of_its_own(sin: str, sandbox: Sandbox, first: Program, script: Script) -> None:
    kind = sin.split()[0]
    # Filling memory takes processor time too, on a slow machine more than the bound.
    limits = replace(BOUNDS, cpu_ns=200 * MS) if kind == "cpu" else BOUNDS
    record = play(replace(script(SINS[sin]), sandbox=sandbox, limits=limits), first)
    fault = record.result.fault
    assert fault
    assert (fault.seat, fault.kind) == (0, kind)
    assert "limit" in fault.why or "more than 200 ms" in fault.why
    assert record.result.winner == 1


def test_memory_that_processes_share_counts_once(first: Program, script: Script) -> None:
    body = """
hog = bytearray(60 << 20)
for _ in range(4):
    if not os.fork():
        time.sleep(1000)
greet()
while (words := read())[0] != "quit":
    if words[0] == "turn":
        time.sleep(0.06)
        say(answer(words))
"""
    record = play(replace(script(body), limits=Limits(memory_bytes=160 << 20)), first)
    assert record.result.fault is None


def test_memory_is_found_in_quick_games_too(first: Program, script: Script) -> None:
    body = """
greet()
hog = []
while (words := read())[0] != "quit":
    if words[0] == "turn":
        hog.append(bytearray(4 << 20))
        say(answer(words))
    elif words[0] == "game":
        say("ok")
"""
    program = replace(script(body), limits=Limits(memory_bytes=64 << 20))
    with Match((program, first)) as match:
        # How many games pass before a look depends on the machine; by then it holds some gigabytes if there never is one.
        faults = (match.play(order(time=PATIENT)).result.fault for _ in range(40))
        assert next(fault.kind for fault in faults if fault) == "memory"


def test_memory_tells_more_than_a_late_answer(
    first: Program, script: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arbiter.guard.ROUND_NS", LONG_NS)
    body = """
greet()
until("turn")
hog = bytearray(b"A") * (100 << 20)
time.sleep(1000)
"""
    program = replace(script(body), limits=Limits(memory_bytes=64 << 20))
    with Match((program, first)) as match:
        fault = match.play(order(time=replace(PATIENT, move_ns=int(500 * MS * SCALE)))).result.fault
    assert fault
    assert (fault.seat, fault.kind) == (0, "memory")


def test_limit_broken_off_turn_is_judged_when_the_bot_is_to_move(first: Program, script: Script) -> None:
    sinner = """
greet()
while True:
    words = until("turn"); say(answer(words))
    if words[1] == "3":
        hog = bytearray(200 << 20)
        time.sleep(1000)
"""
    slow = """
greet()
while True:
    words = until("turn"); time.sleep(0.3); say(answer(words))
"""
    record = play(replace(script(sinner), limits=BOUNDS), script(slow, "slow"))
    assert record.result.fault
    assert (record.result.fault.seat, record.result.fault.kind) == (0, "memory")
    assert [turn.turn for turn in record.turns] == [1, 2, 3, 4]


def test_limits_of_each_process_are_errors_to_the_program(script: Script, first: Program) -> None:
    body = """
greet()
words = until("turn")
def fails(work):
    try:
        work()
    except OSError as error:
        return error.strerror
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
def fill():
    with open(os.environ["FILE"], "wb") as file:
        for _ in range(20):
            file.write(bytes(1 << 20))
say("note " + str([fails(fill), fails(lambda: [os.dup(1) for _ in range(1000)])]), answer(words))
until("quit")
"""
    program = script(body)
    limits = Limits(files=50, file_bytes=4 << 20)
    record = play(replace(program, limits=limits, environment={"FILE": str(program.folder / "big")}), first)
    assert record.turns[0].notes == ("['File too large', 'Too many open files']",)
    assert os.path.getsize(program.folder / "big") == 4 << 20  # noqa: PTH202
