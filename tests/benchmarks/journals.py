"""Times of what reads a large journal: ``python -m tests.benchmarks.journals [GAMES] [BOTS]``; run by hand.

Fills a journal with made-up games, and prints how long standings, statistics and ratings take, and the memory that a
schedule of as many games takes.
"""

import random
import subprocess
import sys
import tempfile
import time
import tracemalloc
from itertools import islice
from pathlib import Path

from tests.tournaments.plans import plan_at, quick
from tournaments.journal import _INSERT, OpenJournal
from tournaments.results import Result
from tournaments.schedule import Schedule

FILLER = '{"turns": "' + "x" * 8000 + '"}'


def made_up(schedule, dice):
    """Yield a made-up row of each game of a schedule."""
    for pair in schedule.pairs(1):
        keys = [schedule.plan.keys[bot] for bot in pair.bots]
        for game, (first, second) in zip(schedule.ids_of(pair), (keys, keys[::-1]), strict=True):
            winner = int(dice.random() < 0.5)
            yield Result(
                id=game, pairing=":".join(keys), variant="base", deal=pair.number, first=first, second=second,
                ending="stones", winner=winner, fault_seat=None, fault=None, first_stones=4, second_stones=4,
                first_points=4, second_points=5, plies=48, wall_ns=6_000_000, first_turns=24, first_ns=2_000_000,
                first_worst_ns=100_000, second_turns=24, second_ns=2_000_000, second_worst_ns=100_000, deck_out=40,
                first_claims=4, first_early=1, first_late=1, first_refused=0, second_claims=4, second_early=1,
                second_late=1, second_refused=0, started="2026-01-01T00:00:00.000+00:00",
            )  # fmt: skip


def main(games=100_000, bots=50):
    folder = Path(tempfile.mkdtemp(prefix="reiver-bench-"))
    meetings = bots * (bots - 1) // 2
    plan = plan_at(
        folder / "big.toml", *(quick(f"bot{number:02}") for number in range(bots)), rounds=-(-games // 2 // meetings)
    )
    schedule, path, dice = Schedule(plan), folder / "big.journal", random.Random(1)
    with OpenJournal(path, plan, schedule.games()) as journal:
        journal._base.execute("BEGIN")
        journal._base.executemany(_INSERT, ((*row, FILLER) for row in islice(made_up(schedule, dice), games)))
        journal._base.execute("COMMIT")
    print(f"{games} games of {bots} bots, {path.stat().st_size >> 20} MiB")
    for words in (["standings"], ["standings", "--elo"], ["stats"], ["standings", "--json"]):
        began_s = time.perf_counter()
        subprocess.run(
            [sys.executable, "-m", "arbiter", words[0], str(path), *words[1:]], stdout=subprocess.DEVNULL, check=True
        )
        print(f"reiver {' '.join(words)}: {time.perf_counter() - began_s:.2f} s")
    memory(folder)


def memory(folder):
    plan = plan_at(folder / "long.toml", *(quick(name) for name in "abcde"), rounds=50_000)
    schedule = Schedule(plan)
    tracemalloc.start()
    count = sum(len(batch.orders) for batch in schedule.batches(set, lambda: 128) if batch)
    print(f"{count} scheduled games: {tracemalloc.get_traced_memory()[1] >> 10} KiB at most")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
