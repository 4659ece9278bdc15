"""``reiver show``: a game of a journal for people."""

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from arbiter.cli import OK, OperatorError

if TYPE_CHECKING:
    from arbiter.record import GameRecord

EXAMPLE = "reiver show demo.journal base/1/greedy:random/1 --boards"


def add(parser: ArgumentParser) -> None:
    """Describe the command's words."""
    parser.add_argument("journal", metavar="JOURNAL", type=Path, help="a journal")
    parser.add_argument("game", metavar="GAME", nargs="?", help="the id of a game (default: list the games)")
    parser.add_argument("--boards", action="store_true", help="show the table after every turn")
    parser.add_argument("--json", action="store_true", help="print the record as it is kept")
    parser.add_argument(
        "--transcript",
        action="store_true",
        help="print the whole dialogue of both seats, as in protocol/transcripts: a test that needs no arbiter",
    )


def run(arguments: Namespace) -> int:
    """Print the game, or the list of games."""
    from arbiter.commands.naming import record_text_named
    from arbiter.kit.show import show_game
    from arbiter.record import decode
    from tournaments.journal import Journal

    with Journal(arguments.journal) as journal:
        if arguments.game is None:
            for game in journal.games():
                print(game.id, game.ending)
            return OK
        record = record_text_named(journal, arguments.game)
    if arguments.json:
        print(record)
        return OK
    if arguments.transcript:
        return _print_transcript(decode(record))
    for line in show_game(decode(record), arguments.boards):
        print(line)
    return OK


def _print_transcript(record: "GameRecord") -> int:
    from arbiter.kit.dialogue import dialogue
    from tournaments.deals import bot_seeds

    try:
        for line in dialogue(record, bot_seeds(record.deal.seed, record.id)):
            print(line)
    except ValueError as error:
        raise OperatorError(str(error)) from None
    return OK
