"""Overload: four times more games at once than there are cores, and no bot pays for it that does not deserve it."""

import os

import pytest

from tests.timeouts import SCALE
from tests.tournaments.plans import QUICK, plan_at
from tests.tournaments.test_run import results
from tournaments.run import run

SLOTS = 4 * len(os.sched_getaffinity(0))
LIMIT_MS = int(300 * SCALE)
TIME = {"move_ms": LIMIT_MS, "margin_ms": 20, "startup_ms": int(60_000 * SCALE), "grace_ms": int(10_000 * SCALE)}
SLEEPS = f"""
import sys, time
sys.path.insert(0, {str(QUICK.parent)!r})
real = sys.stdin.readline
class Lines:
    def __iter__(self): return iter(real, "")
naps = 0
def nap(line):
    global naps
    if line.startswith("turn") and naps < 4:
        naps += 1
        time.sleep({0.8 * LIMIT_MS / 1000})
    return line
sys.stdin = (nap(line) for line in iter(real, ""))
import quick
"""
SPINS = """
import sys
for line in iter(sys.stdin.readline, ""):
    if line.startswith("hello"): print("name Slow\\nready 1", flush=True)
    elif line.startswith("game"): print("ok", flush=True)
    elif line.startswith("turn"):
        while True: pass
"""

pytestmark = pytest.mark.usefixtures("childless")


def bot(name, code, folder):
    (folder / f"{name}.py").write_text(code)
    return {"name": name, "command": ["python3", "-S", f"{name}.py"]}


def test_sleeping_bots_get_no_false_timeout(tmp_path):
    bots = [bot(f"sleeper{number}", SLEEPS, tmp_path) for number in range(4)]
    keys = {"rounds": 2, "time": TIME, "force": True, "concurrency": SLOTS, "sandbox": "none"}
    plan = plan_at(tmp_path / "cup.toml", *bots, **keys)
    for bot_table in bots:
        bot_table["sandbox"] = "none"
    progress = run(plan, tmp_path / "cup.journal")
    assert [game.fault for game in results(tmp_path / "cup.journal") if game.fault] == []
    assert progress.stored + len(progress.unplayed) == 24


def test_too_slow_bots_lose_all_the_same(tmp_path):
    bots = [bot(f"slow{number}", SPINS, tmp_path) for number in range(3)]
    keys = {"rounds": 2, "time": TIME, "force": True, "concurrency": SLOTS, "sandbox": "none"}
    plan = plan_at(tmp_path / "cup.toml", *bots, **keys)
    run(plan, tmp_path / "cup.journal")
    faults = [game.fault for game in results(tmp_path / "cup.journal")]
    assert set(faults) == {"timeout"}
    assert len(faults) >= 10
