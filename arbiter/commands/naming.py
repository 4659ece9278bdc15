"""A bot and a game as a command line names them."""

import re
from pathlib import Path

from arbiter.cli import OperatorError
from arbiter.process import Program
from arbiter.record import GameRecord, decode
from tournaments.document import LimitsTable, PlanError
from tournaments.journal import Journal
from tournaments.programs import Surroundings, bot_of_text, program_of

_TOLD_TO_BOTS = re.compile(r"[0-9a-f]{16,64}")


def program_named(text: str) -> Program:
    """Return the program of a bot. Raise `PlanError` for what does not exist."""
    try:
        return program_of(bot_of_text(text), Surroundings(Path.cwd(), LimitsTable()))
    except PlanError as error:
        raise PlanError(error.why, f"bot {text!r}") from None


def record_named(journal: Journal, game: str) -> GameRecord:
    """Return the record of a game. Raise `OperatorError` if the journal does not have it."""
    return decode(record_text_named(journal, game))


def record_text_named(journal: Journal, game: str) -> str:
    """Return the record of a game as JSON; a game goes by its id, or by the one that its bots were given.

    Raise `OperatorError` if the journal does not have it.
    """
    record = journal.record(game)
    if record is None and _TOLD_TO_BOTS.fullmatch(game):
        record = next((text for text in journal.records() if f'"commitment":"{game}' in text), None)
    if record is None:
        raise OperatorError(f"{journal.path}: no game {game!r} (reiver show {journal.path} lists them)")
    return record
