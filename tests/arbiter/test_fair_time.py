"""Fair time: no bot pays for the other's work, for a busy machine or for a late arbiter, and none gains by its own."""

import json
import os
import select
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import psutil
import pytest

from arbiter import table
from arbiter.control import MS, TimeControl
from arbiter.match import Match
from arbiter.overload import Stretch
from arbiter.probe import why_no_sandbox
from arbiter.process import Process
from arbiter.program import Program, Sandbox
from arbiter.record import GameRecord
from arbiter.referee import Referee
from arbiter.table import Table
from arbiter.tree import Times
from tests.compiled import changes_code
from tests.games import order
from tests.timeouts import SCALE

LONG_NS = int(20_000 * MS * SCALE)
LIMIT_NS = int(200 * MS * SCALE)
TIME = TimeControl(move_ns=LIMIT_NS, margin_ns=20 * MS, startup_ns=LONG_NS, setup_ns=LONG_NS, grace_ns=LONG_NS)
PATIENT = replace(TIME, move_ns=LONG_NS)
WHY = why_no_sandbox()
SANDBOXES = [
    Sandbox.NONE,
    pytest.param(Sandbox.BWRAP, marks=pytest.mark.skipif(bool(WHY), reason=f"no sandbox: {WHY}")),
]

Script = Callable[..., Program]

HONEST = """
greet()
while True:
    words = until("turn"); say(answer(words))
"""
# Says on its second turn how much it has computed since its first answer.
PONDERER = """
greet()
words = until("turn"); say(answer(words)); began = time.process_time()
signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)
signal.signal(signal.SIGALRM, lambda *_: None)
import select
while not select.select([0], [], [], 0)[0]: pass
used = time.process_time() - began
words = until("turn"); say(f"note {used:.6f}", answer(words))
while True:
    words = until("turn"); say(answer(words))
"""
SLEEPER = """
greet()
while True:
    words = until("turn"); time.sleep(0.3); say(answer(words))
"""
SPINNER = """
greet(); until("turn")
while True: pass
"""
SPINNING_CHILD = """
greet(); until("turn")
if not os.fork():
    while True: pass
os.wait()
"""
SPINNING_CROWD = """
greet(); until("turn")
for _ in range(3): os.fork()
while True: pass
"""


def play(first: Program, second: Program, time: TimeControl = TIME, **keys: Any) -> GameRecord:
    with Match((first, second)) as match:
        return match.play(replace(order(time=time), **keys))


@pytest.fixture
def all_cores() -> Iterator[list[int]]:
    """The cores that there are, to which the test is given back in the end."""
    cores = os.sched_getaffinity(0)
    yield sorted(cores)
    os.sched_setaffinity(0, cores)


@pytest.fixture
def one_core(all_cores: list[int]) -> None:
    """Have all that the test starts share one core."""
    os.sched_setaffinity(0, all_cores[:1])


@pytest.fixture
def robbers() -> Iterator[Callable[[float], None]]:
    """Make the clock show that a bot was kept waiting for a share of its time, as on a machine with too much to do."""
    with pytest.MonkeyPatch.context() as patch:

        def rob(share: float) -> None:
            def robbed_ns(stretch: Stretch, now_ns: int) -> int:
                return int((now_ns - stretch.began_ns) * share)

            patch.setattr(Stretch, "robbed_ns", robbed_ns)

        yield rob


@pytest.mark.parametrize("sandbox", SANDBOXES)
@pytest.mark.parametrize(("pondering", "cores", "most"), [(True, 2, 9.0), (False, 2, 0.04), (True, 1, 0.04)])
def test_bot_computes_off_turn_only_if_it_may_and_has_a_core(
    sandbox: Sandbox, pondering: bool, cores: int, most: float, script: Script, all_cores: list[int]
) -> None:
    if cores > len(all_cores):
        pytest.skip("one core")
    os.sched_setaffinity(0, all_cores[:cores])
    bot = replace(script(PONDERER), sandbox=sandbox)
    record = play(bot, script(SLEEPER, "slow"), PATIENT, pondering=pondering)
    assert record.result.fault is None, record.result
    notes = [turn.notes for turn in record.turns if turn.notes]
    assert (0.05 if most > 1 else 0.0) <= float(notes[0][0]) <= most


@pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="one core")
def test_bots_that_may_ponder_have_a_core_each(script: Script) -> None:
    body = HONEST.replace("say(answer", "say(f'note {sorted(os.sched_getaffinity(0))}', answer")
    record = play(script(body), script(body, "other"), PATIENT, pondering=True)
    cores = {turn.notes for turn in record.turns}
    assert len(cores) == 2
    assert all(len(json.loads(note)) == 1 for (note,) in cores)


def test_halted_bot_leaves_when_it_is_asked_to(script: Script, one_core: None) -> None:
    body = HONEST.replace('until("turn")', "read()").replace("say(answer(words))", """
    if words[0] == "turn": say(answer(words))
    if words[0] == "quit": sys.exit(7)""")
    late = 'greet()\nuntil("turn"); time.sleep(0.1); sys.exit(1)'
    program = script(body)
    processes: list[Process] = []

    def start(each: Program) -> Process:
        processes.append(Process(each))
        return processes[-1]

    with Match((program, script(late, "late")), start=start) as match:
        record = match.play(order(time=PATIENT, seats=(0, 1)))
    assert record.result.fault
    assert record.result.fault.kind == "crash"
    assert processes[0].exit_status == 7


def test_answer_late_for_the_machine_alone_makes_the_game_void(script: Script, robbers: Callable[[float], None]) -> None:
    robbers(0.8)
    slow = script(HONEST.replace("say(", f"time.sleep({1.5 * LIMIT_NS / 1e9}); say(", 1).replace("greet()", "greet()", 1))
    record = play(slow, script(HONEST, "honest"))
    assert record.result.ending == "void"
    assert record.result.why.startswith("the machine was overloaded: the bot was kept waiting for ")
    assert record.result.fault is None


def test_bot_that_would_have_been_late_anyway_loses(script: Script, robbers: Callable[[float], None]) -> None:
    robbers(0.5)
    record = play(script(SPINNER), script(HONEST, "honest"))
    assert record.result.fault
    assert (record.result.fault.seat, record.result.fault.kind) == (0, "timeout")
    assert record.wall_ns > 2 * LIMIT_NS


def test_late_start_on_a_busy_machine_is_no_fault(script: Script, robbers: Callable[[float], None]) -> None:
    robbers(0.9)
    late = script(f"time.sleep({2 * LIMIT_NS / 1e9})" + HONEST)
    record = play(late, script(HONEST, "honest"), replace(TIME, startup_ns=LIMIT_NS))
    assert record.result.fault is None


def test_bot_that_never_gets_its_time_makes_the_game_void(
    script: Script, robbers: Callable[[float], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    robbers(1.0)
    monkeypatch.setattr(table, "MOST_PATIENCE", 3)
    assert play(script(SPINNER), script(HONEST, "honest")).result.ending == "void"


@pytest.mark.parametrize("sandbox", SANDBOXES)
@pytest.mark.parametrize("body", [SPINNER, SPINNING_CHILD, SPINNING_CROWD], ids=["itself", "in a child", "in a crowd"])
def test_bot_that_computes_too_long_loses_at_its_limit(body: str, sandbox: Sandbox, script: Script, one_core: None) -> None:
    record = play(replace(script(body), sandbox=sandbox), script(HONEST, "honest"))
    assert record.result.fault
    assert (record.result.fault.seat, record.result.fault.kind) == (0, "timeout")


@changes_code
def test_answer_that_was_there_before_the_arbiter_woke_is_in_time(
    script: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    naps: list[int] = []

    class Drowsy(Table):
        """A table whose arbiter wakes long after the time, once."""

        def __init__(self, processes: tuple[Process, Process], referee: Referee, *, may_ponder: bool = False) -> None:
            super().__init__(processes, referee, may_ponder=may_ponder)
            self._referee_of_naps, self._watch = referee, self
            self._real = select.poll()
            for process in processes:
                self._real.register(process.output, select.POLLIN)

        def poll(self, limit_ms: int | None) -> list[tuple[int, int]]:
            if len(self._referee_of_naps.turns) == 3 and not naps:
                naps.append(1)
                assert self._real.poll(LONG_NS // MS)
                psutil.Process().cpu_percent(2 * LIMIT_NS / 1e9)
            return self._real.poll(limit_ms)

    monkeypatch.setattr("arbiter.match.Table", Drowsy)
    record = play(script(HONEST), script(HONEST, "honest"))
    assert naps
    assert record.result.fault is None


def test_waiting_counts_no_more_than_what_others_had_of_the_processors(
    script: Script, monkeypatch: pytest.MonkeyPatch, one_core: None
) -> None:
    process = Process(script(""))
    now = {"times": Times(0, 0)}
    monkeypatch.setattr("arbiter.tree.times", lambda _pids: now["times"])
    stretch = Stretch.of(process, 0, 0)
    expected = []
    for cpu_ms, waited_ms in ((100, 0), (20, 80), (90, 700), (0, 700), (150, 50)):
        now["times"] = Times(cpu_ms * MS, waited_ms * MS)
        expected.append(stretch.robbed_ns(100 * MS) // MS)
    process.kill()
    assert expected == [0, 80, 10, 100, 0]
