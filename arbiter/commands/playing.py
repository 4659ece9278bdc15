"""What ``run`` and ``match`` share: play a plan into a journal and print the standings."""

import os
import sys
from argparse import Namespace
from pathlib import Path

from arbiter.cli import FAILED, OK, STOPPED
from arbiter.commands.traced import traced
from arbiter.probe import why_no_sandbox
from arbiter.program import Sandbox
from tournaments.plan import Plan
from tournaments.progress import watching
from tournaments.run import Engine, check
from tournaments.run import run as play_missing


def play(plan: Plan, journal: Path, arguments: Namespace) -> int:
    """Play the games of a plan that a journal does not have, print the standings, and return the exit status."""
    print(sandbox_text(plan), file=sys.stderr)
    check(plan)
    if plan.has_drawn_seed:
        print("seed: drawn at random, and kept in the journal", file=sys.stderr)
    if arguments.trace:
        progress = play_missing(plan, journal, engine=traced(sys.stderr))
    else:
        with watching(plan.name, sys.stderr, os.environ.get("TERM") == "dumb") as watch:
            progress = play_missing(plan, journal, watch, engine_of(arguments))
    print_standings(journal, arguments)
    for game, why in list(progress.unplayed.items())[:5]:
        print(f"not played: {game}: {why}", file=sys.stderr)
    if progress.was_stopped:
        print(f"stopped after {progress.stored} of {progress.games} games; none is lost", file=sys.stderr)
        return STOPPED
    return FAILED if progress.unplayed else OK


def sandbox_text(plan: Plan) -> str:
    """Return which sandbox the bots get, for the operator."""
    bare = [program.key for program in plan.programs if program.sandbox is Sandbox.NONE]
    if not bare:
        return "sandbox: bubblewrap"
    who = "" if len(bare) == len(plan.programs) else f" for {', '.join(bare)}"
    why = "" if plan.table.sandbox == "none" else why_no_sandbox()
    return f"sandbox: none{who}{why and f' ({why})'}; a bot without one can do all that you can"


def engine_of(arguments: Namespace) -> Engine | None:
    """Return what plays the games if that is not this machine."""
    address = getattr(arguments, "dask", None)
    if address is None:
        return None
    from tournaments.distributed import engine

    return engine(address, lambda line: print(line, file=sys.stderr, flush=True))


def print_standings(journal: Path, arguments: Namespace) -> None:
    """Print the standings of a journal in the format asked for."""
    from tournaments.journal import Journal
    from tournaments.report import Report, show, to_csv, to_json

    with Journal(journal) as opened:
        report = Report.of(opened)
    if arguments.json:
        sys.stdout.write(to_json(report))
    elif arguments.csv:
        sys.stdout.write(to_csv(report))
    else:
        show(report, sys.stdout)
