"""``reiver stats``: how the games of a journal went."""

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from arbiter.cli import OK

EXAMPLE = "reiver stats demo.journal --markdown"


def add(parser: ArgumentParser) -> None:
    """Describe the command's words."""
    from arbiter.commands.playing import add_formats

    parser.add_argument("journal", metavar="JOURNAL", type=Path, help="a journal, also one that is being written")
    add_formats(parser, "them")


def run(arguments: Namespace) -> int:
    """Print the statistics."""
    from arbiter.commands.playing import print_sheets
    from tournaments.journal import Journal
    from tournaments.stats import sheets

    with Journal(arguments.journal) as journal:
        print_sheets(sheets(journal), {"plan": journal.name}, arguments, sys.stdout)
    return OK
