"""``reiver standings``: the standings of a journal."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from arbiter.cli import OK
from arbiter.rules.variants import VARIANTS

EXAMPLE = "reiver standings demo.journal --elo"


def add(parser: ArgumentParser) -> None:
    """Describe the command's words."""
    from arbiter.commands.playing import add_formats

    parser.add_argument("journal", metavar="JOURNAL", type=Path, help="a journal, also one that is being written")
    parser.add_argument(
        "--elo", action="store_true", help="add ratings with their errors, and who is better than whom (needs numpy)"
    )
    parser.add_argument("--anchor", metavar="BOT", help="the bot whose rating is 0 (default: the mean is 0)")
    parser.add_argument(
        "--variant", dest="variant_shown", metavar="V", choices=VARIANTS, help="count the games of one variant only"
    )
    add_formats(parser, "them")


def run(arguments: Namespace) -> int:
    """Print the standings."""
    from arbiter.commands.playing import print_standings

    print_standings(arguments.journal, arguments)
    return OK
