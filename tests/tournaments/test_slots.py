"""Slots: calls carried out by worker processes, of which any may be killed at any time."""

import os
import signal
import subprocess
import sys
from concurrent.futures import wait
from queue import SimpleQueue

import psutil
import pytest

from tests.timeouts import TIMEOUT
from tournaments.workers import Slots, WorkerLost

CORES = sorted(os.sched_getaffinity(0))[:2]

pytestmark = pytest.mark.usefixtures("childless")


def double(number):
    return 2 * number


def whereabouts():
    return os.getpid(), os.sched_getaffinity(0)


def fail(text):
    raise KeyError(text)


def die(number):
    os.kill(os.getpid(), number)
    signal.pause()


def numbers(*steps):
    for step in steps:
        if step == "die":
            die(signal.SIGKILL)
        yield step


def unpicklable():
    return lambda: None


def start_stray(*, deaf=False):
    """Start a child and a grandchild that would stay, and return their ids."""
    code = "import signal, subprocess, sys; "
    code += "signal.signal(signal.SIGTERM, signal.SIG_IGN); " if deaf else ""
    code += "other = subprocess.Popen(['sleep', '1000'], start_new_session=True); print(other.pid, flush=True); "
    code += "signal.pause()"
    child = subprocess.Popen([sys.executable, "-S", "-c", code], stdout=subprocess.PIPE, start_new_session=True)
    return child.pid, int(child.stdout.readline())


def stray_then_die():
    yield start_stray()
    die(signal.SIGKILL)


def stray_then_stay():
    yield start_stray(deaf=True)
    signal.pause()


def stubborn():
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    yield os.getpid()
    while True:
        signal.pause()


class Fatal:
    """An item that cannot be said: the worker is told to stop just then."""

    def __reduce__(self):
        os.kill(os.getpid(), signal.SIGTERM)
        return Fatal, ()


def stopped_with_a_child(path):
    child = subprocess.Popen(["sleep", "1000"])
    try:
        yield Fatal()
    finally:
        path.write_text("gone" if child.poll() is not None else "there")


def result(future):
    return future.result(TIMEOUT)


def test_calls_return_what_their_functions_return():
    with Slots(CORES) as slots:
        assert [result(slots.submit(double, number)) for number in range(20)] == [2 * number for number in range(20)]
        assert list(slots.map(double, [1, 2, 3], timeout=TIMEOUT)) == [2, 4, 6]


def test_worker_lives_on_its_own_core_from_call_to_call():
    for core in CORES:
        with Slots([core]) as slots:
            places = [result(slots.submit(whereabouts)) for _ in range(5)]
            assert set(slots.pids()) == {pid for pid, _ in places}
            assert all(cores == {core} for _, cores in places)


def test_exception_is_the_futures_with_the_workers_traceback():
    with Slots(CORES[:1]) as slots:
        with pytest.raises(KeyError, match="lost keys") as raised:
            result(slots.submit(fail, "lost keys"))
        assert "in fail" in raised.value.__notes__[0]
        assert result(slots.submit(double, 1)) == 2


def test_what_cannot_be_pickled_fails_alone():
    with Slots(CORES[:1]) as slots:
        with pytest.raises(Exception, match="pickle"):
            result(slots.submit(lambda: 1))
        with pytest.raises(Exception, match="pickle"):
            result(slots.submit(unpicklable))
        assert result(slots.submit(double, 1)) == 2


def test_items_are_the_result_or_are_heard_as_they_come():
    with Slots(CORES[:1]) as slots:
        assert result(slots.submit(numbers, 1, 2, 3)) == [1, 2, 3]
    heard = []
    with Slots(CORES[:1], heard.append) as slots:
        assert result(slots.submit(numbers, 1, 2, 3)) == []
        assert heard == [1, 2, 3]


def test_killed_worker_loses_its_own_call_and_nothing_it_has_said():
    heard = []
    with Slots(CORES[:1], heard.append) as slots:
        first = slots.submit(numbers, 1, 2, "die", 3)
        second = slots.submit(numbers, 4)
        with pytest.raises(WorkerLost) as raised:
            result(first)
        assert raised.value.status == -signal.SIGKILL
        assert "killed by SIGKILL" in str(raised.value)
        assert result(second) == []
    assert heard == [1, 2, 4]


def test_each_slot_outlives_many_killed_workers():
    with Slots(CORES) as slots:
        futures = [slots.submit(numbers, number, *["die"] * (number % 3 == 0)) for number in range(12)]
        wait(futures, TIMEOUT)
        for number, future in enumerate(futures):
            if number % 3:
                assert future.result() == [number]
            else:
                assert isinstance(future.exception(), WorkerLost)


def test_strays_of_a_killed_worker_are_killed():
    heard = SimpleQueue()
    with Slots(CORES[:1], heard.put) as slots:
        future = slots.submit(stray_then_die)
        strays = heard.get(timeout=TIMEOUT)
        assert isinstance(future.exception(TIMEOUT), WorkerLost)
        assert not any(map(psutil.pid_exists, strays))


def test_strays_of_a_worker_go_with_it():
    heard = SimpleQueue()
    with Slots(CORES[:1], heard.put) as slots:
        slots.submit(stray_then_stay)
        strays = heard.get(timeout=TIMEOUT)
        slots.kill()
        assert not any(map(psutil.pid_exists, strays))


def test_children_from_before_are_no_strays():
    with subprocess.Popen(["sleep", "1000"]) as child:
        with Slots(CORES[:1]) as slots:
            assert isinstance(slots.submit(die, signal.SIGKILL).exception(TIMEOUT), WorkerLost)
        assert child.poll() is None
        child.kill()


def test_kill_ends_waiting_and_running_calls():
    heard = SimpleQueue()
    slots = Slots(CORES, heard.put)
    futures = [slots.submit(stubborn) for _ in range(2 * len(CORES))]
    pids = [heard.get(timeout=TIMEOUT) for _ in CORES]
    slots.kill()
    assert not any(map(psutil.pid_exists, pids))
    wait(futures, TIMEOUT)
    assert sorted(type(future.exception()).__name__ for future in futures if not future.cancelled()) == [
        "WorkerLost" for _ in CORES
    ]
    with pytest.raises(RuntimeError, match="closed"):
        slots.submit(double, 1)


def test_error_among_the_slots_kills_the_workers():
    heard = SimpleQueue()

    def go_wrong():
        with Slots(CORES[:1], heard.put) as slots:
            slots.submit(stubborn)
            heard.get(timeout=TIMEOUT)
            raise OSError("disk full")

    with pytest.raises(OSError, match="disk full"):
        go_wrong()


def test_shutdown_without_waiting_lets_calls_finish():
    slots = Slots(CORES[:1])
    futures = [slots.submit(double, number) for number in range(5)]
    slots.shutdown(wait=False)
    assert [result(future) for future in futures] == [0, 2, 4, 6, 8]
    slots.shutdown()


def test_interrupt_does_not_reach_the_workers():
    with Slots(CORES[:1]) as slots:
        pid = result(slots.submit(os.getpid))
        os.kill(pid, signal.SIGINT)
        assert result(slots.submit(os.getpid)) == pid


def test_bots_get_signals_as_usual():
    with Slots(CORES[:1]) as slots:
        told = result(slots.submit(subprocess.check_output, ["grep", "^Sig[BI]", "/proc/self/status"])).decode().split()
        blocked, ignored = (int(word, 16) for word in told[1::2])
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            assert not (blocked | ignored) >> number - 1 & 1


def test_iterator_of_a_worker_that_is_stopped_ends_before_its_children(tmp_path):
    with Slots(CORES[:1]) as slots, pytest.raises(WorkerLost):
        result(slots.submit(stopped_with_a_child, tmp_path / "child"))
    assert (tmp_path / "child").read_text() == "there"
