"""Chaos: workers and coordinators killed at random moments, and no finished game is lost, none stored twice."""

import os
import random
from collections import Counter

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
