"""Keepers and cores: games that leave no trace in the process that has them played."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from tests.timeouts import TIMEOUT
from tests.tournaments.plans import plan_at, write_plan
from tests.tournaments.test_run import play_and_fall, results
from tests.tournaments.test_slots import double, numbers, start_stray
from tournaments.batch import play
from tournaments.connection import ClusterError
from tournaments.cores import Claim, NoCoreError
from tournaments.keeper import Keeper, KeeperLost
from tournaments.run import run
from tournaments.schedule import Schedule
from tournaments.workers import Slots, WorkerLost

CORES = sorted(os.sched_getaffinity(0))

pytestmark = pytest.mark.usefixtures("childless", "apart")


@pytest.fixture
def apart(monkeypatch):
    """Have cores that no other test counts."""
    monkeypatch.setenv("REIVER_CORES", f"test-{os.getpid()}")


@pytest.fixture
def keeper():
    keeper = Keeper()
    yield keeper
    keeper.close()


def whereabouts():
    yield os.getpid(), os.getppid(), os.sched_getaffinity(0)


def stray():
    yield start_stray()
    signal.pause()


def always():
    return True


def call(keeper, function, *args):
    return list(keeper.call(function, *args, is_wanted=always))


def test_each_core_is_claimed_once():
    claims = [Claim() for _ in CORES]
    assert [claim.cores for claim in claims] == [(core,) for core in CORES]
    with pytest.raises(NoCoreError, match="more slots than cores"):
        Claim()
    claims.pop().release()
    with Claim() as again:
        assert again.cores == (CORES[-1],)
    with pytest.raises(NoCoreError):
        Claim(2)
    for claim in claims:
        claim.release()
    with Claim(len(CORES)) as every:
        assert every.cores == tuple(CORES)


def test_calls_are_carried_out_one_after_another_on_one_core(keeper):
    assert call(keeper, numbers, 1, 2, 3) == [1, 2, 3]
    (first,), (second,) = call(keeper, whereabouts), call(keeper, whereabouts)
    assert first == second
    _, parent, cores = first
    assert parent not in (os.getpid(), os.getppid())
    assert len(cores) == 1
    assert keeper.is_there()


def test_two_keepers_have_two_cores(keeper):
    if len(CORES) < 2:
        pytest.skip("one core")
    other = Keeper()
    try:
        cores = [call(each, whereabouts)[0][2] for each in (keeper, other)]
    finally:
        other.close()
    assert len(cores[0] | cores[1]) == 2


def test_keeper_without_a_core_says_so(keeper):
    call(keeper, numbers, 1)
    claims = [Claim() for _ in CORES[1:]]
    other = Keeper()
    with pytest.raises(NoCoreError, match=f"of {len(CORES)} there are not 1 left"):
        call(other, numbers, 1)
    other.close()
    for claim in claims:
        claim.release()


def test_error_and_killed_worker_cost_one_call(keeper):
    with pytest.raises(TypeError):
        call(keeper, double)
    heard = []
    with pytest.raises(WorkerLost, match="killed by SIGKILL"):
        heard.extend(keeper.call(numbers, 1, 2, "die", 3, is_wanted=always))
    assert heard == [1, 2]
    assert call(keeper, numbers, 4) == [4]


def test_killed_keeper_is_noticed(keeper):
    ((_, parent, _),) = call(keeper, whereabouts)
    os.kill(parent, signal.SIGKILL)
    with pytest.raises(KeeperLost):
        call(keeper, numbers, 1)
    assert not keeper.is_there()


def test_all_that_plays_goes_with_a_call_that_nobody_wants(keeper):
    strays = next(keeper.call(stray, is_wanted=always))
    assert all(map(psutil.pid_exists, strays))
    with pytest.raises(KeeperLost, match="nobody waits"):
        keeper._hear(lambda: False)
    keeper.close()
    assert not any(map(psutil.pid_exists, strays))


def test_result_that_arrives_twice_counts_once(tmp_path):
    plan = plan_at(tmp_path / "cup.toml", rounds=2)

    def engine(_plan, hear):
        return Slots(CORES[:1], lambda item: [hear(item) for _ in range(2)])

    seen = []
    progress = run(plan, tmp_path / "cup.journal", lambda _progress, result: seen.append(result), engine)
    assert (progress.stored, progress.unplayed) == (4, {})
    assert sorted(result.id for result in seen if result) == sorted(Schedule(plan).ids())
    assert len(results(tmp_path / "cup.journal")) == 4


def test_engine_that_gives_up_ends_the_run_and_keeps_its_games(tmp_path):
    def engine(_plan, hear):
        return Slots(CORES[:1], lambda item: [hear(each) for each in (item, ClusterError("all is lost"))])

    with pytest.raises(ClusterError, match="all is lost"):
        run(plan_at(tmp_path / "cup.toml", rounds=9), tmp_path / "cup.journal", None, engine)
    assert len(results(tmp_path / "cup.journal")) >= 1


def test_batch_that_loses_its_worker_brings_what_was_over(keeper, tmp_path):
    (batch,) = Schedule(plan_at(tmp_path / "cup.toml")).batches(set, lambda: 9)
    assert len(call(keeper, play, batch)) == 2
    records = []
    with pytest.raises(WorkerLost):
        records.extend(keeper.call(play_and_fall, batch, is_wanted=always))
    assert len(records) == 1


def test_without_dask_the_operator_is_told_what_to_install(tmp_path):
    code = "import sys; sys.modules['distributed'] = None; from arbiter.cli import main; sys.exit(main(sys.argv[1:]))"
    words = ["run", str(write_plan(tmp_path / "cup.toml")), "--dask", "tcp://127.0.0.1:8786"]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parent.parent.parent)}
    command = [sys.executable, "-c", code, *words]
    done = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=TIMEOUT, check=False
    )
    assert done.returncode == 2
    assert done.stderr.split("\n")[-2] == "reiver: Dask is not installed: pip install 'reiver[dask]'"
    assert not list(tmp_path.glob("*.journal*"))
