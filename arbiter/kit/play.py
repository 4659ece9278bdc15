"""A game of a person against a bot."""

import time
from datetime import UTC, datetime

from rich.console import RenderableType

from arbiter.kit.board import board
from arbiter.kit.conversation import Conversation
from arbiter.kit.person import Person
from arbiter.kit.sitting import BotSitter, sit
from arbiter.order import Order
from arbiter.player import FAULT_GRACE_NS, Player, greet
from arbiter.process import Process, Program
from arbiter.record import GameRecord
from arbiter.referee import Referee
from arbiter.replay import Replay
from arbiter.scribe import record_game


class OpponentError(ValueError):
    """A bot that cannot be played against: it does not start up as it should."""


def play(order: Order, person: Person, bot: Program, human: Program) -> GameRecord:
    """Play a game and return its record; the bot's program has ended by then. `human` names the person in the record.

    Raise `OpponentError` or `arbiter.process.StartError` if the bot does not come up, `arbiter.kit.person.LeftError` if the
    person leaves.
    """
    player = Player(Process(bot))
    try:
        greet([player], order.time)
        if player.wrong:
            raise OpponentError(f"{bot.key}: {player.wrong}")
        began_ns, started = time.monotonic_ns(), datetime.now(UTC)
        sitter = BotSitter(Conversation(player.process), 1 - person.seat)
        referee = Referee(order, began_ns)
        is_first = person.seat == 0
        sit(referee, (person, sitter) if is_first else (sitter, person))
        players, programs = [None, player], [human, bot]
        turn = 1 if is_first else -1
        return record_game(referee, players[::turn], programs[::turn], started, time.monotonic_ns() - began_ns)
    finally:
        player.leave(FAULT_GRACE_NS)


def final_board(record: GameRecord, seat: int) -> RenderableType:
    """Return the table at the end of a game as a seat sees it."""
    replay = Replay(record)
    for _ in replay:
        pass
    return board(replay.referee.state, seat, ("yours", record.bots[1 - seat].key))


def outcome(record: GameRecord, seat: int) -> str:
    """Return how a game ended for the person on a seat, in one line."""
    result = record.result
    stones, points = (pair if seat == 0 else pair[::-1] for pair in (result.stones, result.points))
    who = "nobody wins" if result.winner is None else "you win" if result.winner == seat else "you lose"
    return f"{who} by {result.ending}: {result.why}; stones {stones[0]} : {stones[1]}, points {points[0]} : {points[1]}"
