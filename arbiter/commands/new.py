"""``reiver new``: a bot to start from."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from arbiter.cli import OK, OperatorError

EXAMPLE = "reiver new python mybot"


def add(parser: ArgumentParser) -> None:
    """Describe the command's words."""
    from arbiter.kit.starters import starters

    names = ", ".join(starters(_root())) or "none is installed"
    parser.add_argument("language", metavar="LANGUAGE", help=f"one of: {names}")
    parser.add_argument(
        "folder", metavar="FOLDER", type=Path, help="a new or empty folder, which is the bot's name too"
    )


def run(arguments: Namespace) -> int:
    """Write the starter and its plan, and say what to do next."""
    from arbiter.kit.starters import StarterError, next_steps, starter_of, starters, write

    root = _root()
    try:
        starter = starter_of(arguments.language, starters(root))
        write(starter, root, arguments.folder)
    except StarterError as error:
        raise OperatorError(str(error)) from None
    print(f"{arguments.folder}: a bot in {starter.language}, and a plan. Next:")
    for number, step in enumerate(next_steps(starter, arguments.folder), 1):
        print(f"{number}. {step}")
    return OK


def _root() -> Path:
    from tournaments.bundle import bundle

    return bundle().root / "starters"
