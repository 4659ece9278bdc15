"""``reiver export``: all games of a journal as JSON lines."""

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from arbiter.cli import OK

EXAMPLE = "reiver export demo.journal --rows > games.jsonl"


def add(parser: ArgumentParser) -> None:
    """Describe the command's words."""
    parser.add_argument("journal", metavar="JOURNAL", type=Path, help="a journal, also one that is being written")
    parser.add_argument(
        "--rows", action="store_true", help="the rows of the table games, without what happened turn by turn"
    )


def run(arguments: Namespace) -> int:
    """Print a line a game, in the order in which they finished."""
    import msgspec

    from tournaments.journal import Journal

    with Journal(arguments.journal) as journal:
        if arguments.rows:
            for game in journal.games():
                sys.stdout.write(msgspec.json.encode(game._asdict()).decode() + "\n")
            return OK
        for record in journal.records():
            sys.stdout.write(record + "\n")
    return OK
