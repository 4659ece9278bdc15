"""``reiver bots``: the bundled bots."""

from argparse import ArgumentParser, Namespace

from arbiter.cli import OK

EXAMPLE = "reiver bots"


def add(parser: ArgumentParser) -> None:
    """Describe the command's words: there are none."""


def run(arguments: Namespace) -> int:
    """Print the bundled bots, a line each."""
    from tournaments.bundle import bundle

    for name, bot in bundle().bots.items():
        print(f"bots:{name:12} {bot.language:10} {bot.about}")
    return OK
