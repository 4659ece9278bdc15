"""A bot and a game as a command line names them."""

from pathlib import Path

from arbiter.cli import OperatorError
from arbiter.process import Program
from arbiter.record import GameRecord, decode
from tournaments.document import LimitsTable, PlanError
from tournaments.journal import Journal
from tournaments.programs import Surroundings, bot_of_text, program_of


def program_named(text: str) -> Program:
    """Return the program of a bot. Raise `PlanError` for what does not exist."""
    try:
        return program_of(bot_of_text(text), Surroundings(Path.cwd(), LimitsTable()))
    except PlanError as error:
        raise PlanError(error.why, f"bot {text!r}") from None


def record_named(journal: Journal, game: str) -> GameRecord:
    """Return the record of a game. Raise `OperatorError` if the journal does not have it."""
    record = journal.record(game)
    if record is None:
        raise OperatorError(f"{journal.path}: no game {game!r} (reiver show {journal.path} lists them)")
    return decode(record)
