"""How many games a second one slot and two slots play, in alternation, and with `--dask` the workers of a cluster.

Run it with `python`. The ratio is a median over neighbouring runs, since other work on the machine comes and goes. What
does not depend on other work is the processor time: with two cores, two slots cannot be faster than the processor time of
workers and bots for a game allows, doubled, next to that of the coordinator.
"""

import argparse
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


def main() -> None:
    """Measure, and print medians."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--dask", metavar="ADDRESS")
    arguments = parser.parse_args()
    rates: dict[str, list[float]] = {"1 slot": [], "2 slots": []}
    engine = None
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
            if engine:
                rates["cluster"].append(games_a_second(0, Path(folder), engine))
    for name, found in rates.items():
        ratio = statistics.median(mine / one for mine, one in zip(found, rates["1 slot"], strict=True))
        print(f"{name:8} {statistics.median(found):7.1f} games a second, {ratio:.2f} times one slot's")


if __name__ == "__main__":
    main()
