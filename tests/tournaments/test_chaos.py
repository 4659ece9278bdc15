"""Chaos: workers and coordinators killed at random moments, and no finished game is lost, none stored twice."""

import os
import random
import signal
import sys
from collections import Counter

import psutil
import pytest

from tests.tournaments.plans import quick, write_plan
from tests.tournaments.test_run import moves, results
from tournaments.plan import load
from tournaments.run import run
from tournaments.schedule import Schedule

KILLS = 6


@pytest.fixture
def dice():
    seed = os.environ.get("REIVER_TEST_SEED") or str(random.SystemRandom().getrandbits(32))
    print(f"REIVER_TEST_SEED={seed}")
    return random.Random(seed)


def test_killed_workers_cost_no_game(tmp_path, coordinate, dice):
    plan, journal = write_plan(tmp_path / "cup.toml", rounds=60), tmp_path / "cup.journal"
    coordinator = coordinate(plan, journal)
    assert coordinator.line() == "0 of 120"
    told = []
    for _ in range(KILLS):
        told += [coordinator.line() for _ in range(dice.randrange(1, 12))]
        workers = coordinator.look()
        if workers:
            dice.choice(workers).kill()
    told += coordinator.end()
    assert told[-1] == "done"
    assert Counter(told[:-1]) == Counter(Schedule(load(plan)).ids())
    assert {game.id for game in results(journal)} == set(told[:-1])
    assert {game.fault for game in results(journal)} == {None}


def test_killed_coordinators_cost_no_finished_game(tmp_path, coordinate, dice):
    plan, journal = write_plan(tmp_path / "cup.toml", rounds=60), tmp_path / "cup.journal"
    finished = []
    for _ in range(KILLS):
        coordinator = coordinate(plan, journal)
        assert coordinator.line() == f"{len(finished)} of 120"
        told = [coordinator.line() for _ in range(dice.randrange(12))]
        coordinator.kill()
        told += coordinator.end()
        finished = {game.id for game in results(journal)} if journal.exists() else set()
        assert set(told) <= finished
    run(load(plan), journal)
    ids = [game.id for game in results(journal)]
    assert Counter(ids) == Counter(Schedule(load(plan)).ids())


def test_games_of_a_run_with_kills_are_those_of_a_run_without(tmp_path, coordinate, dice):
    plan = write_plan(tmp_path / "cup.toml", rounds=10)
    run(load(plan), tmp_path / "calm.journal")
    coordinator = coordinate(plan, tmp_path / "cup.journal")
    for _ in range(dice.randrange(1, 10)):
        coordinator.line()
    coordinator.kill()
    coordinator.end()
    run(load(plan), tmp_path / "cup.journal")
    assert moves(tmp_path / "cup.journal") == moves(tmp_path / "calm.journal")


def test_killed_bots_lose_their_own_games_and_no_other(tmp_path, coordinate, dice):
    plan, journal = write_plan(tmp_path / "cup.toml", rounds=60), tmp_path / "cup.journal"
    coordinator = coordinate(plan, journal)
    told = [coordinator.line()]
    for _ in range(KILLS):
        told += [coordinator.line() for _ in range(dice.randrange(1, 12))]
        coordinator.look()
        bots = [process for process in coordinator.descendants() if is_bot(process)]
        if bots:
            dice.choice(bots).kill()
    told += coordinator.end()
    assert Counter(game.id for game in results(journal)) == Counter(Schedule(load(plan)).ids())
    faults = Counter(game.fault for game in results(journal))
    assert faults.keys() <= {None, "crash", "startup"}
    assert faults["crash"] + faults["startup"] <= 2 * KILLS


@pytest.mark.parametrize("sandbox", ["auto", "none"])
def test_nobody_is_left_when_all_arbiters_are_killed_at_once(sandbox, tmp_path, coordinate):
    bots = [quick(name, "--stay") for name in ("anne", "bert")]
    keys = {"rounds": 400, "concurrency": 1, "sandbox": sandbox, "time": {"grace_ms": 900_000}}
    coordinator = coordinate(write_plan(tmp_path / "cup.toml", *bots, **keys), tmp_path / "cup.journal")
    for _ in range(3):
        coordinator.line()
    workers = coordinator.look()
    for process in (coordinator.process, *workers):
        process.suspend() if hasattr(process, "suspend") else process.send_signal(signal.SIGSTOP)
    coordinator.look()
    assert sum(is_bot(process) for process in coordinator.descendants()) >= 2
    for process in (coordinator.process, *workers):
        process.kill()
    coordinator.end()


def is_bot(process):
    try:
        return "quick.py" in " ".join(process.cmdline()) and process.exe() == os.path.realpath(sys.executable)
    except psutil.Error:
        return False


@pytest.mark.parametrize("victim", ["worker", "coordinator"])
def test_bots_that_want_to_stay_go_with_whom_they_played_for(victim, tmp_path, coordinate):
    bots = [quick(name, "--stay") for name in ("anne", "bert")]
    plan = write_plan(tmp_path / "cup.toml", *bots, rounds=4, concurrency=1, time={"grace_ms": 0})
    coordinator = coordinate(plan, tmp_path / "cup.journal")
    for _ in range(3):
        coordinator.line()
    (worker,) = coordinator.look()
    playing = worker.children()
    assert len(playing) == 2
    if victim == "worker":
        worker.kill()
        while coordinator.line() != "done":
            assert coordinator.process.poll() is None
    else:
        coordinator.kill()
    coordinator.end()
    assert not any(bot.is_running() for bot in playing)
