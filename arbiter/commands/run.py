"""``reiver run``: the tournament of a plan."""

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from arbiter.cli import OK, STOPPED
from arbiter.commands.playing import add_formats, play

EXAMPLE = "reiver run tournaments/demo.toml"


def add(parser: ArgumentParser) -> None:
    """Describe the command's words."""
    parser.add_argument("plan", metavar="PLAN", type=Path, help="a plan in TOML")
    parser.add_argument(
        "--journal",
        metavar="FILE",
        type=Path,
        help="where the games are kept; running again plays just the missing ones (default: the plan's name with "
        ".journal, in this folder)",
    )
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--concurrency", metavar="N", type=int, help="games at the same time (default: the plan's)")
    where.add_argument(
        "--dask",
        metavar="ADDRESS",
        help="play on the workers of the Dask scheduler at this address, such as tcp://host:8786, as many games at the "
        "same time as they have slots (tournaments/HOSTS.md)",
    )
    where.add_argument(
        "--trace", action="store_true", help="print every line both ways to standard error, one game at a time"
    )
    parser.add_argument(
        "--drop",
        metavar="BOT",
        action="append",
        default=[],
        help="a bot of the journal that the plan does not have any more: its games count no more, and are kept; may be "
        "repeated",
    )
    add_formats(parser, "the standings")


def run(arguments: Namespace) -> int:
    """Play what is missing, and print the standings."""
    from tournaments.document import PlanError
    from tournaments.plan import load

    plan = load(arguments.plan, 0 if arguments.dask else arguments.concurrency)
    journal = arguments.journal or Path(arguments.plan.with_suffix(".journal").name)
    try:
        status = play(plan, journal, arguments)
    except PlanError as error:
        raise PlanError(error.why, error.place, error.file or str(arguments.plan)) from None
    if status == STOPPED:
        print(f"go on with: {' '.join(['reiver', *sys.argv[1:]])}", file=sys.stderr)
    elif status == OK:
        print(f"games: reiver show {journal} GAME", file=sys.stderr)
    return status
