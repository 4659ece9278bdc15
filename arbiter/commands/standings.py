"""``reiver standings``: the standings of a journal."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from arbiter.cli import OK

EXAMPLE = "reiver standings demo.journal --csv"


def add(parser: ArgumentParser) -> None:
    """Describe the command's words."""
    parser.add_argument("journal", metavar="JOURNAL", type=Path, help="a journal, also one that is being written")
    parser.add_argument("--json", action="store_true", help="print them as JSON")
    parser.add_argument("--csv", action="store_true", help="print them as CSV")


def run(arguments: Namespace) -> int:
    """Print the standings."""
    from arbiter.commands.playing import print_standings

    print_standings(arguments.journal, arguments)
    return OK
