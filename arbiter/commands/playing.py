"""What ``run`` and ``match`` share: play a plan into a journal and print the standings."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from arbiter.cli import FAILED, OK, STOPPED, OperatorError
from arbiter.commands.traced import traced
from arbiter.probe import why_no_sandbox
from arbiter.program import Sandbox
from tournaments.plan import Plan
from tournaments.progress import watching
from tournaments.run import Engine, check
from tournaments.run import run as play_missing

if TYPE_CHECKING:
    from tournaments.sheet import Sheet


def play(plan: Plan, journal: Path, arguments: Namespace) -> int:
    """Play the games of a plan that a journal does not have, print the standings, and return the exit status."""
    print(sandbox_text(plan), file=sys.stderr)
    check(plan)
    if plan.has_drawn_seed:
        print("seed: drawn at random, and kept in the journal", file=sys.stderr)
    drop = getattr(arguments, "drop", ())
    if arguments.trace:
        progress = play_missing(plan, journal, engine=traced(sys.stderr), drop=drop)
    else:
        with watching(plan.name, sys.stderr) as watch:
            progress = play_missing(plan, journal, watch, engine_of(arguments), drop)
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
    """Print the standings of a journal in the format asked for, with ratings if they are."""
    from tournaments.journal import Journal
    from tournaments.report import AnchorError, Report, show, to_csv, to_json, to_markdown

    anchor, variant = getattr(arguments, "anchor", None), getattr(arguments, "variant_shown", None)
    with Journal(journal) as opened:
        report = Report.of(opened, variant)
        if anchor is not None or getattr(arguments, "elo", False):
            need_numpy()
            try:
                report = report.rated(opened, anchor, variant)
            except AnchorError as error:
                raise OperatorError(f"{journal}: {error}") from None
    writers = {"json": to_json, "csv": to_csv, "markdown": to_markdown}
    for name, write in writers.items():
        if getattr(arguments, name):
            sys.stdout.write(write(report))
            return
    show(report, sys.stdout)


def print_sheets(sheets: "Sequence[Sheet]", about: dict[str, Any], arguments: Namespace, out: TextIO) -> None:
    """Print sheets in the format asked for."""
    from tournaments.report import show_sheets
    from tournaments.sheet import to_csv, to_json, to_markdown

    if arguments.json:
        out.write(to_json(sheets, about))
    elif arguments.csv:
        out.write(to_csv(sheets))
    elif arguments.markdown:
        out.write(to_markdown(sheets))
    else:
        show_sheets(sheets, out)


def add_formats(parser: ArgumentParser, what: str) -> None:
    """Describe the words that choose the format of what is printed."""
    formats = parser.add_mutually_exclusive_group()
    for name, title in (("json", "JSON"), ("csv", "CSV"), ("markdown", "Markdown")):
        formats.add_argument(f"--{name}", action="store_true", help=f"print {what} as {title}")


def need_numpy() -> None:
    """Raise `OperatorError` if numpy, which ratings are reckoned with, is not installed."""
    from importlib.util import find_spec

    if find_spec("numpy") is None:
        raise OperatorError("ratings need numpy: pip install 'reiver[stats]'")
