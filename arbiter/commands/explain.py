"""``reiver explain``: one turn of a recorded game."""

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from arbiter.cli import OK, OperatorError

EXAMPLE = "reiver explain demo.journal base/1/greedy:random/1 12"


def add(parser: ArgumentParser) -> None:
    """Describe the command's words."""
    parser.add_argument("journal", metavar="JOURNAL", type=Path, help="a journal")
    parser.add_argument("game", metavar="GAME", help="the id of a game (reiver show JOURNAL lists them)")
    parser.add_argument(
        "turn", metavar="TURN", nargs="?", type=int, help="the turn (default: the faulty or the last one)"
    )


def run(arguments: Namespace) -> int:
    """Print the explanation."""
    from arbiter.commands.naming import record_named
    from arbiter.kit.explain import explain
    from tournaments.console import print_parts
    from tournaments.journal import Journal

    with Journal(arguments.journal) as journal:
        record = record_named(journal, arguments.game)
    try:
        print_parts(explain(record, arguments.turn), sys.stdout)
    except ValueError as error:
        raise OperatorError(f"{arguments.journal}: {error}") from None
    return OK
