"""The command line: finds the command, and turns the operator's mistakes into one line and exit status 2."""

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from arbiter import __version__

COMMANDS = {
    "run": "play the tournament of a plan, or what is missing of it",
    "match": "play two or more bots against each other without a plan",
    "standings": "show the standings of a journal, also while it is written",
    "stats": "show how the games of a journal went: length, claims, endings, luck, for each bot too",
    "diff": "show what has changed between two runs of a bot",
    "export": "print all games of a journal as JSON lines",
    "show": "show a game of a journal: every turn, the table, and why it ended",
    "explain": "say why a turn of a recorded game came out as it did",
    "replay": "put a recorded game to a bot again, and show where it answers otherwise",
    "check": "check that a bot does what the protocol asks of it",
    "play": "play against a bot yourself",
    "new": "write a new bot to start from, in one of many languages",
    "verify": "replay every game of a journal, and say whether its result follows",
    "bots": "list the bundled bots",
    "vectors": "run claim or game vectors through the rules",
    "prove": "judge one claim: granted, or refused with the cards that beat it",
    "bench": "measure what a refereed turn costs, beside a bare pipe",
    "stress": "fuzz dialogues and play random games, and hold them against what must be true of every game",
}
OK, FAILED, MISTAKE, STOPPED = 0, 1, 2, 130


class OperatorError(Exception):
    """A mistake of the operator's, in one line."""


def main(words: Sequence[str] | None = None) -> int:
    """Carry out a command line and return its exit status: 0, 1 (it failed), 2 (a mistake) or 130 (stopped)."""
    words = sys.argv[1:] if words is None else words
    try:
        _open_streams()
        status = _carry_out(words)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return STOPPED
    except BrokenPipeError:
        _say_no_more()
        return OK
    except OSError as error:
        _say_no_more()
        where = f"{error.filename}: " if error.filename else ""
        return _tell(f"{where}{(error.strerror or str(error)).lower()}", FAILED)
    except Exception as error:
        if not _is_mistake(error):
            raise
        return _tell(str(error), MISTAKE)
    return status


def _carry_out(words: Sequence[str]) -> int:
    arguments = _parser(words).parse_args(words)
    if arguments.command:
        return int(_module(arguments.command).run(arguments))
    _parser(words).print_help()
    return OK


def _open_streams() -> None:
    """See to it that no file ever takes the place of a standard stream that is closed."""
    closed = [fd for fd in (0, 1, 2) if not os.path.exists(f"/dev/fd/{fd}")]  # noqa: PTH110
    for _ in closed:
        os.open(os.devnull, os.O_RDWR)
    sys.stdin = sys.stdin or open(0)  # noqa: SIM115
    sys.stdout = sys.stdout or open(1, "w")  # noqa: SIM115
    sys.stderr = sys.stderr or open(2, "w")  # noqa: SIM115
    if 1 in closed:
        raise OperatorError("standard output is closed, and results go there")


def _say_no_more() -> None:
    """Let what is still to be written to standard output go nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _tell(why: str, status: int) -> int:
    print(f"reiver: {' '.join(why.split())}", file=sys.stderr)
    return status


def _parser(words: Sequence[str]) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="reiver", description="An arbiter for bot tournaments of the card game Schotten Totten."
    )
    parser.add_argument("--version", action="version", version=f"reiver {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    wanted = next((word for word in words if word in COMMANDS), "")
    for name, about in COMMANDS.items():
        if name == wanted:
            module = _module(name)
            command = commands.add_parser(
                name,
                help=about,
                description=f"{about[0].upper()}{about[1:]}.",
                epilog=f"example: {module.EXAMPLE}",
                formatter_class=argparse.RawDescriptionHelpFormatter,
            )
            module.add(command)
        else:
            commands.add_parser(name, help=about)
    return parser


def _module(name: str):  # type: ignore[no-untyped-def]
    return import_module(f"arbiter.commands.{name}")


def _is_mistake(error: Exception) -> bool:
    """Tell whether an error is the operator's. The modules that define one are loaded if it can have been raised."""
    places = {
        "tournaments.document": "PlanError",
        "tournaments.tables": "JournalError",
        "tournaments.connection": "ClusterError",
        "arbiter.process": "BuildError",
        "arbiter.record": "RecordError",
        "arbiter.rules.vectors": "VectorError",
        "arbiter.rules.claims": "ClaimError",
        "arbiter.rules.cards": "UnknownCardError",
    }
    known = (getattr(sys.modules[place], name) for place, name in places.items() if place in sys.modules)
    return isinstance(error, (OperatorError, *known))
