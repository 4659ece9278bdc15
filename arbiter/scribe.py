"""Writes the record of a finished game."""

from collections.abc import Sequence
from datetime import datetime

from arbiter import __version__
from arbiter.greeting import Identity
from arbiter.order import Order
from arbiter.player import Player
from arbiter.process import Program
from arbiter.record import (
    RECORD_VERSION,
    BotRecord,
    DealRecord,
    FaultRecord,
    GameRecord,
    LimitsRecord,
    ProcessRecord,
    ResultRecord,
    RulesRecord,
)
from arbiter.referee import Referee
from arbiter.rules.cards import NAMES
from arbiter.rules.state import NOBODY
from arbiter.verdicts import VOID, Verdict


def record_game(
    referee: Referee,
    players: Sequence[Player | None],
    programs: Sequence[Program],
    started: datetime,
    wall_ns: int,
) -> GameRecord:
    """Return the record of a game with a verdict. `players` (None: never started) and `programs` are in seat order."""
    order, verdict = referee.order, referee.verdict
    if verdict is None:
        raise ValueError("the game has no verdict yet")
    has_evidence = verdict.fault is not None or verdict.ending == VOID
    identities = [player.identity if player else Identity() for player in players]
    control = order.time
    return GameRecord(
        version=RECORD_VERSION,
        id=order.id,
        rules=RulesRecord(order.rules.variant, str(order.rules.ranking), order.rules.tactics_lead, order.strict),
        deal=_deal_record(order, referee.commitment),
        bots=(_bot_record(programs[0], identities[0]), _bot_record(programs[1], identities[1])),
        limits=LimitsRecord(control.move_ns, control.game_ns, control.increment_ns, control.margin_ns),
        started=started.isoformat(timespec="milliseconds"),
        wall_ns=wall_ns,
        turns=tuple(referee.turns),
        result=_result_record(verdict),
        transcript=referee.transcript.records() if has_evidence else (),
        processes=_process_records(players) if has_evidence else (),
        arbiter=f"reiver/{__version__}",
    )


def _bot_record(program: Program, identity: Identity) -> BotRecord:
    options = dict(program.options)
    said = identity.name, identity.author, identity.version
    return BotRecord(program.key, program.command, *said, options, str(program.sandbox))


def _deal_record(order: Order, commitment: str) -> DealRecord:
    deal = order.deal
    clan, tactics = (tuple(map(NAMES.__getitem__, deck)) for deck in (deal.clan, deal.tactics))
    return DealRecord(deal.seed, deal.number, clan, tactics, deal.salt, commitment)


def _process_records(players: Sequence[Player | None]) -> tuple[ProcessRecord, ...]:
    records = []
    for seat, player in enumerate(players):
        if player:
            player.process.drain_errors()
            player.process.has_ended()
            tail = player.process.errors_tail.decode("utf-8", "backslashreplace")
            records.append(ProcessRecord(seat, player.process.exit_status, tail))
    return tuple(records)


def _result_record(verdict: Verdict) -> ResultRecord:
    fault = verdict.fault
    blamed = (
        None
        if fault is None
        else FaultRecord(fault.seat, str(fault.kind), fault.why, fault.line, fault.column, fault.expected, fault.legal)
    )
    winner = None if verdict.winner == NOBODY else verdict.winner
    return ResultRecord(str(verdict.ending), winner, verdict.why, verdict.stones, verdict.points, blamed)
