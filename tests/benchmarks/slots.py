"""How many games a second one slot and two slots play, in alternation, and with `--dask` the workers of a cluster.

Run it with `python`. The ratio is a median over neighbouring runs, since other work on the machine comes and goes. What
depends less on it is the processor time: on two cores, two slots cannot be faster than what the coordinator leaves them. Two
loops that do nothing, on two cores, show how much the machine has to give at all.
"""

import argparse
import multiprocessing
import os
import resource
import statistics
import sys
import tempfile
import time
from pathlib import Path

from tournaments.plan import load
from tournaments.run import Engine, run

PLAN = Path(__file__).with_name("slots.toml")


def games_a_second(slots: int, folder: Path, engine: Engine | None = None) -> float:
    """Play the plan with so many slots, and return how many games a second that makes, starts and ends included."""
    journal = folder / f"{slots}-{time.monotonic_ns()}.journal"
    began_s = time.monotonic()
    progress = run(load(PLAN, slots), journal, engine=engine)
    assert progress.played == progress.games, progress.unplayed
    return progress.games / (time.monotonic() - began_s)


def processor_ms(folder: Path) -> tuple[float, float]:
    """Return the processor time of a game with two slots: the coordinator's, and that of workers and bots."""
    who = resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN
    before = [resource.getrusage(one) for one in who]
    progress = run(load(PLAN, 2), folder / "processor.journal")
    after = [resource.getrusage(one) for one in who]
    own, others = (
        (late.ru_utime + late.ru_stime - early.ru_utime - early.ru_stime) * 1000 / progress.games
        for early, late in zip(before, after, strict=True)
    )
    return own, others


def loops(cores: int) -> float:
    """Return how often idle loops on so many cores go round in half a second, together."""
    with multiprocessing.get_context("spawn").Pool(cores) as pool:
        return sum(pool.map(_loop, sorted(os.sched_getaffinity(0))[:cores], chunksize=1))


def _loop(core: int) -> int:
    os.sched_setaffinity(0, {core})
    rounds, deadline_s = 0, time.monotonic() + 0.5
    while time.monotonic() < deadline_s:
        rounds += 1
    return rounds


def main() -> None:
    """Measure, and print medians."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--dask", metavar="ADDRESS")
    arguments = parser.parse_args()
    rates: dict[str, list[float]] = {"1 slot": [], "2 slots": []}
    engine, given = None, []
    if arguments.dask:
        from tournaments.distributed import engine as cluster

        engine = cluster(arguments.dask, lambda line: print(line, file=sys.stderr))
        rates["cluster"] = []
    with tempfile.TemporaryDirectory() as folder:
        own_ms, others_ms = processor_ms(Path(folder))
        most = 2 / (1 + own_ms / others_ms)
        print(f"processor time of a game: {own_ms:.2f} ms here, {others_ms:.2f} ms in workers and bots: at most {most:.2f} times")
        for _ in range(arguments.rounds):
            for slots in (1, 2):
                rates[f"{slots} slot{'s' * (slots > 1)}"].append(games_a_second(slots, Path(folder)))
            given.append(loops(2) / loops(1))
            if engine:
                rates["cluster"].append(games_a_second(0, Path(folder), engine))
    print(f"two idle loops go round {statistics.median(given):.2f} times as often as one")
    for name, found in rates.items():
        ratio = statistics.median(mine / one for mine, one in zip(found, rates["1 slot"], strict=True))
        print(f"{name:8} {statistics.median(found):7.1f} games a second, {ratio:.2f} times one slot's")


if __name__ == "__main__":
    main()
