"""``reiver replay``: a recorded game, put to a bot once more."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from arbiter.cli import FAILED, OK, OperatorError
from tournaments.document import PlanError

if TYPE_CHECKING:
    from rich.console import RenderableType

    from arbiter.kit.rematch import Difference, Rematch
    from arbiter.process import Program
    from arbiter.record import GameRecord
    from tournaments.journal import Journal

EXAMPLE = "reiver replay demo.journal base/1/greedy:random/1 --bot bots:greedy --seat second --on"
SEATS = ("first", "second")


def add(parser: ArgumentParser) -> None:
    """Describe the command's words."""
    parser.add_argument("journal", metavar="JOURNAL", type=Path, help="a journal")
    parser.add_argument("game", metavar="GAME", help="the id of a game (reiver show JOURNAL lists them)")
    parser.add_argument("--bot", metavar="BOT", required=True, help="the bot to try, named as for match")
    parser.add_argument(
        "--seat", choices=SEATS, help="whose replies it is to give (default: the seat at fault, or the one that lost)"
    )
    parser.add_argument(
        "--on",
        action="store_true",
        help="play on from the first reply that differs, against the other bot's program as the journal names it, "
        "whose folder is looked for from here",
    )


def run(arguments: Namespace) -> int:
    """Print the first reply that differs, and the rest of the game if it is played on; 1 if that reply is a fault."""
    from arbiter.commands.naming import program_named, record_named
    from arbiter.kit.rematch import Rematch
    from tournaments.console import print_parts
    from tournaments.deals import bot_seeds
    from tournaments.journal import Journal

    with Journal(arguments.journal) as journal:
        record = record_named(journal, arguments.game)
        seat = _seat(arguments, record)
        opponent = _recorded_program(journal, record, 1 - seat) if arguments.on else None
    program = replace(program_named(arguments.bot), options=dict(record.bots[seat].options))
    try:
        with Rematch(record, seat, program, bot_seeds(record.deal.seed, record.id)) as rematch:
            difference = rematch.replay()
            print_parts(_told(rematch, difference, program), sys.stdout)
            if difference and opponent and not rematch.referee.verdict:
                start = len(rematch.referee.turns) - 1
                rematch.go_on(opponent)
                print_parts(_rest(rematch, program, start), sys.stdout)
    except ValueError as error:
        raise OperatorError(f"{arguments.game}: {error}") from None
    return FAILED if difference and difference.fault else OK


def _seat(arguments: Namespace, record: "GameRecord") -> int:
    if arguments.seat:
        return SEATS.index(arguments.seat)
    result = record.result
    if result.fault:
        return result.fault.seat
    return 1 if result.winner == 0 else 0


def _recorded_program(journal: "Journal", record: "GameRecord", seat: int) -> "Program":
    """Return the program that sat on a seat, by what the journal knows of it."""
    import msgspec

    from tournaments.document import BotTable, LimitsTable
    from tournaments.programs import Surroundings, program_of

    bot = record.bots[seat]
    table = msgspec.convert(journal.plan["bots"][bot.key], BotTable)
    command = () if table.use else bot.command
    table = msgspec.structs.replace(table, name=bot.key, command=command, options=dict(bot.options))
    try:
        return program_of(table, Surroundings(Path.cwd(), LimitsTable()))
    except PlanError as error:
        raise PlanError(error.why, f"{bot.key}, the other bot") from None


def _told(rematch: "Rematch", difference: "Difference | None", program: "Program") -> "Iterator[RenderableType]":
    from rich.text import Text

    from arbiter.kit.explain import part

    record, seat = rematch.record, rematch.seat
    yield Text(f"{record.id}: {program.key} on the {SEATS[seat]} seat, in place of {record.bots[seat].key}")
    if difference is None:
        same = f"all {rematch.same} replies are the same" if rematch.same else "no reply of its was asked for"
        yield Text(f"{same}; {record.result.ending}: {record.result.why}")
        return
    yield Text(f"{rematch.same} replies are the same; turn {difference.turn} differs", style="bold")
    yield from part("asked", [difference.asked])
    yield from part("before", [difference.recorded])
    yield from part("now", [difference.said])
    verdict = f"a fault: {difference.fault}" if difference.fault else "legal"
    yield from part("", [verdict], "bold red" if difference.fault else "green")


def _rest(rematch: "Rematch", program: "Program", start: int) -> "Iterator[RenderableType]":
    """Yield the turns from the difference on, the table and the verdict."""
    import msgspec
    from rich.text import Text

    from arbiter.kit.board import board
    from arbiter.kit.show import turn_text
    from arbiter.record import BotRecord

    record, seat, referee = rematch.record, rematch.seat, rematch.referee
    bots = list(record.bots)
    key = f"{program.key} now" if program.key in (bot.key for bot in bots) else program.key
    bots[seat] = BotRecord(key, program.command)
    shown = msgspec.structs.replace(record, bots=tuple(bots))
    yield ""
    for turn in referee.turns[start:]:
        yield Text(turn_text(turn, shown))
    yield ""
    yield board(referee.state, seat, (key, bots[1 - seat].key))
    verdict = referee.verdict
    if verdict:
        winner = bots[verdict.winner].key if verdict.winner >= 0 else "nobody"
        yield Text(f"{winner} wins by {verdict.ending}: {verdict.why}, stones {verdict.stones[0]}:{verdict.stones[1]}")
