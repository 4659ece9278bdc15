"""``reiver diff``: what has changed between two runs of a bot."""

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from arbiter.cli import OK, OperatorError

EXAMPLE = "reiver diff before.journal now.journal --bot mine"


def add(parser: ArgumentParser) -> None:
    """Describe the command's words."""
    from arbiter.commands.playing import add_formats

    parser.add_argument("old", metavar="JOURNAL", type=Path, help="the journal of the run before")
    parser.add_argument("new", metavar="JOURNAL", type=Path, help="the journal of the run now; may be the same one")
    parser.add_argument(
        "--bot", metavar="BOT", help="the bot that is compared (default: the only one with other settings)"
    )
    parser.add_argument("--now", metavar="BOT", help="its name in the second journal (default: the same)")
    add_formats(parser, "it")


def run(arguments: Namespace) -> int:
    """Print the scores against each opponent, and the games that flipped."""
    from arbiter.commands.playing import print_sheets
    from tournaments.diff import sheets
    from tournaments.journal import Journal

    with Journal(arguments.old) as old, Journal(arguments.new) as new:
        bot = arguments.bot or _changed(old, new)
        now = arguments.now or bot
        for path, journal, name in ((arguments.old, old, bot), (arguments.new, new, now)):
            if name not in journal.bots:
                raise OperatorError(f"{path}: no bot {name!r} (there are: {', '.join(journal.bots)})")
        if old.seed != new.seed:
            print(
                "the seeds differ: the deals are not the same, so no game can be held against another", file=sys.stderr
            )
        print_sheets(sheets(old, new, bot, now), {"bot": bot, "now": now}, arguments, sys.stdout)
    return OK


def _changed(old, new) -> str:  # type: ignore[no-untyped-def]
    before, now = old.plan["bots"], new.plan["bots"]
    changed = [name for name in before if name in now and before[name] != now[name]]
    if len(changed) != 1:
        found = f"{len(changed)} bots have other settings" if changed else "no bot has other settings"
        raise OperatorError(f"{found}: say which one with --bot")
    return str(changed[0])
