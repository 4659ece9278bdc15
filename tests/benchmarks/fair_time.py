"""What a bot that spins while the other thinks costs the other, and what it costs to look after bots.

Run it with ``python -m tests.benchmarks.fair_time``. A turn of the worker's takes 20 ms of processor time.
"""

import os
import signal
import statistics
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

import arbiter.match
from arbiter import tree
from arbiter.control import MS, TimeControl
from arbiter.guard import Guard
from arbiter.match import Match
from arbiter.process import Process
from arbiter.program import Program
from arbiter.table import Table
from tests.games import order

ROUNDS, GAMES = 200, 3
TIME = TimeControl(move_ns=10_000 * MS)
PLAYER = """
import os, select, sys, time
def work():
    until = time.process_time() + {work}
    while time.process_time() < until: pass
def idle():
    while {spins} and not select.select([0], [], [], 0)[0]: pass
for line in iter(sys.stdin.readline, ""):
    words = line.split()
    if words[0] == "hello": print("name Player", "ready 1", sep="\\n", flush=True)
    elif words[0] == "game": print("ok", flush=True)
    elif words[0] == "turn":
        work()
        fields = dict(word.split("=", 1) for word in words[2:])
        taken = fields["mine"] + fields["theirs"]
        stones = [s for s in "123456789" if s not in taken and fields[s].split("/")[0].count(",") < 2]
        card = fields["hand"].split(",")[0]
        print(f"play {{words[1]}} {{card}} {{stones[0]}}" if stones else f"pass {{words[1]}}", flush=True)
        idle()
    elif words[0] == "quit": break
"""


class Careless(Table):
    """A table that lets the bots do what they like, on whatever cores."""

    def __init__(self, processes, referee, *, may_ponder=False):
        super().__init__(processes, referee, may_ponder=True)


def player(folder: Path, name: str, work_s: float, spins: bool) -> Program:
    path = folder / f"{name}.py"
    path.write_text(PLAYER.format(work=work_s, spins=spins))
    return Program(name, (sys.executable, "-S", str(path)), folder)


def turns_ms(worker: Program, opponent: Program, cores: int, pondering: bool) -> str:
    """Return the median and the longest time of the worker's turns."""
    everything = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, everything[:cores])
    try:
        with Match((worker, opponent)) as match:
            records = [match.play(replace(order(time=TIME), pondering=pondering)) for _ in range(GAMES)]
    finally:
        os.sched_setaffinity(0, everything)
    times = [turn.wall_ns / MS for record in records for turn in record.turns if turn.seat == 0]
    return f"median {statistics.median(times):6.1f} ms, longest {max(times):6.1f} ms"


def look_us(program: Program) -> str:
    """Return what a look at two processes costs, and what it costs to halt one and to let it go on."""
    processes = [Process(program), Process(program)]
    looks, halts = [], []
    for _ in range(ROUNDS):
        guard = Guard(processes, may_ponder=True)
        guard.due_ns = 0
        start_ns = time.perf_counter_ns()
        guard.look(1, time.monotonic_ns(), 0)
        looks.append(time.perf_counter_ns() - start_ns)
        start_ns = time.perf_counter_ns()
        tree.send(processes[0].halt(), signal.SIGCONT)
        halts.append(time.perf_counter_ns() - start_ns)
    for process in processes:
        process.kill()
    return f"a look at two bots {min(looks) / 1000:5.0f} us, halt and go on {min(halts) / 1000:5.0f} us"


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        worker = player(folder, "worker", 0.02, False)
        quiet, spinner = player(folder, "quiet", 0, False), player(folder, "spinner", 0, True)
        print("quiet opponent, one core:              ", turns_ms(worker, quiet, 1, False))
        print("spinning opponent, halted, one core:   ", turns_ms(worker, spinner, 1, False))
        print("spinning opponent, pondering, two cores:", turns_ms(worker, spinner, 2, True))
        arbiter.match.Table = Careless
        print("spinning opponent, not halted, one core:", turns_ms(worker, spinner, 1, False))
        print(look_us(quiet))


if __name__ == "__main__":
    main()
