"""``reiver check``: whether a bot does what the protocol asks of it."""

import sys
from argparse import ArgumentParser, Namespace
from contextlib import contextmanager
from typing import TYPE_CHECKING

from arbiter.cli import FAILED, OK, OperatorError
from arbiter.control import MS, TimeControl
from arbiter.rules.variants import VARIANTS, rules_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arbiter.kit.check.examiner import Examiner
    from arbiter.kit.check.finding import Watch

DAY_MS = 86_400_000

EXAMPLE = 'reiver check "python3 mybot.py" --variant base --move-ms 500'


def add(parser: ArgumentParser) -> None:
    """Describe the command's words."""
    parser.add_argument(
        "bot", metavar="BOT", help="bots:NAME for a bundled bot, a program, or a command line in quotes, as for match"
    )
    parser.add_argument(
        "--variant", metavar="V", action="append", choices=VARIANTS,
        help=f"play only these: {', '.join(VARIANTS)}; may be repeated (default: all)",
    )  # fmt: skip
    parser.add_argument("--move-ms", metavar="MS", type=int, default=1000, help="time for a turn (default: 1000)")
    parser.add_argument(
        "--startup-ms", metavar="MS", type=int, default=10_000,
        help="time from the start to ready, and from game to ok (default: 10000)",
    )  # fmt: skip
    parser.add_argument("--json", action="store_true", help="print the findings as JSON")


def run(arguments: Namespace) -> int:
    """Make all checks, print them, and return whether all went well."""
    from arbiter.kit.check.checkup import examine
    from arbiter.kit.check.report import parts, to_json
    from tournaments.console import print_parts

    with _watching() as watch:
        checkup = examine(_examiner(arguments), watch)
    if arguments.json:
        sys.stdout.write(to_json(checkup))
    else:
        print_parts(parts(checkup), sys.stdout)
    return OK if checkup.has_passed else FAILED


def _examiner(arguments: Namespace) -> "Examiner":
    from arbiter.commands.naming import program_named
    from arbiter.kit.check.examiner import Examiner

    for name in ("move_ms", "startup_ms"):
        if not 1 <= getattr(arguments, name) <= DAY_MS:
            raise OperatorError(f"--{name.replace('_', '-')} {getattr(arguments, name)}: 1 to {DAY_MS} are allowed")
    startup_ns = arguments.startup_ms * MS
    control = TimeControl(move_ns=arguments.move_ms * MS, startup_ns=startup_ns, setup_ns=startup_ns)
    variants = dict.fromkeys(arguments.variant or VARIANTS)
    return Examiner(program_named(arguments.bot), control, [rules_of(variant) for variant in variants])


@contextmanager
def _watching() -> "Iterator[Watch]":
    """Show on a terminal which check is going on."""
    if not sys.stderr.isatty():
        yield lambda _name: None
        return
    from rich.console import Console

    with Console(stderr=True, markup=False).status("starting") as status:
        yield lambda name: status.update(f"checking: {name}")
