"""``reiver play``: a person against a bot."""

import sys
from argparse import ArgumentParser, Namespace
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from arbiter.cli import OK, OperatorError
from arbiter.rules.variants import VARIANTS
from arbiter.transcript import shown

if TYPE_CHECKING:
    from rich.console import RenderableType

    from arbiter.order import Order
    from tournaments.journal import OpenJournal
    from tournaments.plan import Plan

EXAMPLE = "reiver play bots:greedy --variant tactics --open"
SEATS = ("first", "second")
YOU = "you"
MOST_DEALS = 1000


def add(parser: ArgumentParser) -> None:
    """Describe the command's words."""
    parser.add_argument("bot", metavar="BOT", help="the bot to play against, named as for match")
    parser.add_argument("--variant", choices=VARIANTS, default="base", help=f"{', '.join(VARIANTS)} (default: base)")
    parser.add_argument("--seat", choices=SEATS, default="first", help="yours (default: first)")
    parser.add_argument("--seed", metavar="TEXT", help="where the deal comes from (default: drawn at random)")
    parser.add_argument("--open", action="store_true", help="see the bot's hand too, as a way to learn")
    parser.add_argument(
        "--move-ms", metavar="MS", type=int, default=1000, help="the bot's time for a turn (default: 1000)"
    )
    parser.add_argument("--journal", metavar="FILE", type=Path, help="keep the game; one journal can keep many of them")


def run(arguments: Namespace) -> int:
    """Play a game, and keep it if there is a journal."""
    from arbiter.kit.person import LeftError
    from arbiter.kit.play import OpponentError
    from arbiter.process import StartError
    from tournaments.journal import OpenJournal
    from tournaments.schedule import Schedule

    plan = _plan(arguments)
    with ExitStack() as stack:
        journal = None
        if arguments.journal:
            journal = stack.enter_context(OpenJournal(arguments.journal, plan, Schedule(plan).games()))
        try:
            _play(plan, journal, arguments)
        except LeftError:
            _say("you have left; the game does not count")
        except (OpponentError, StartError) as error:
            raise OperatorError(str(error)) from None
    return OK


def _play(plan: "Plan", journal: "OpenJournal | None", arguments: Namespace) -> None:
    from rich.text import Text

    from arbiter.kit.person import Person
    from arbiter.kit.play import final_board, outcome, play
    from arbiter.record import encode

    (bot, human), seat = plan.programs, SEATS.index(arguments.seat)
    order = _order(journal.plan_played if journal else plan, journal, seat)
    _say(Text(f"you against {bot.key}: {arguments.variant}, {arguments.seat} seat, seed {order.deal.seed}"))
    record = play(order, Person(seat, bot.key, _say, _read, arguments.open), bot, human)
    _say("", final_board(record, seat), "", Text(outcome(record, seat), style="bold"))
    if journal:
        journal.add(record, encode(record))
        _say(Text(f"kept: reiver show {arguments.journal} {record.id}"))


def _plan(arguments: Namespace) -> "Plan":
    from tournaments.document import table_of
    from tournaments.plan import plan_of_match

    table = {
        "name": "play", "bots": [], "variants": [arguments.variant], "rounds": MOST_DEALS, "concurrency": 1,
        "time": {"move_ms": arguments.move_ms},
    }  # fmt: skip
    if arguments.seed is not None:
        table["seed"] = arguments.seed
    return plan_of_match([arguments.bot, f"{YOU}=python3 -m arbiter play"], table_of(table), Path.cwd())


def _order(plan: "Plan", journal: "OpenJournal | None", seat: int) -> "Order":
    """Return the first deal that the journal does not have with the person on that seat."""
    from arbiter.order import Order
    from tournaments import deals
    from tournaments.games import game_id, pairing_of

    leg = 1 if (min(plan.keys) == YOU) == (seat == 0) else 2
    ids = {
        number: game_id(plan.rules[0].variant, number, pairing_of(*plan.keys), leg)
        for number in range(1, MOST_DEALS + 1)
    }
    missing = journal.missing(list(ids.values())) if journal else ids.values()
    number, name = next(((number, name) for number, name in ids.items() if name in missing), (0, ""))
    if not number:
        raise OperatorError(
            f"{journal.path if journal else ''}: it has all its {MOST_DEALS} deals; take another journal"
        )
    deal = deals.deal(plan.seed, number, deals.decks(plan.seed, plan.rules[0], number), name)
    return Order(name, plan.rules[0], deal, seeds=deals.bot_seeds(plan.seed, name), time=plan.time)


def _say(*parts: "RenderableType") -> None:
    from tournaments.console import print_parts

    print_parts(parts, sys.stdout)


def _read(prompt: str) -> str | None:
    """Prompt for a line and return it, or None at the end; in a pipe, where nobody has seen it typed, repeat it."""
    print(prompt, end="", flush=True)
    line = sys.stdin.readline()
    if not sys.stdin.isatty():
        print(shown(line.strip()))
    return line or None
