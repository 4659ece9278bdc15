"""Runs a plan with a journal, and prints the id of each game that is stored, for tests to watch and to kill.

A third word is the address of a cluster to play on.
"""

import signal
import sys
from pathlib import Path

from tournaments.plan import load
from tournaments.run import run


def tell(progress, result):
    print(result.id if result else f"{progress.stored} of {progress.games}", flush=True)


if __name__ == "__main__":
    # Whoever runs the tests may have it ignored.
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    plan, journal = map(Path, sys.argv[1:3])
    engine = None
    if len(sys.argv) > 3:
        from tournaments.distributed import engine as cluster

        engine = cluster(sys.argv[3], lambda line: print(line, file=sys.stderr, flush=True))
    progress = run(load(plan), journal, tell, engine)
    print("stopped" if progress.was_stopped else "done", flush=True)
