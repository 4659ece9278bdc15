"""Evidence: what the pairs of games in a journal say, of a match, for a test and for ratings."""

from collections.abc import Iterable
from pathlib import Path

import msgspec

from arbiter.control import TimeControl
from arbiter.program import Program
from tournaments.document import PlanTable
from tournaments.journal import Journal
from tournaments.pairs import Match, PairCount, match_of
from tournaments.plan import Plan, rules_in
from tournaments.schedule import Schedule
from tournaments.sprt import Trial
from tournaments.stepwise import trial_of

_NOT_IN_A_PLAN = ("tested", "dropped")


def pair_counts(journal: Journal, variant: str | None = None) -> list[PairCount]:
    """Return how often pairs came out in which way, for each two bots that have had one to its end."""
    where, values = journal.counting(variant, "bot", "opponent")
    grouped = "bot, opponent, from_first, from_second"
    rows = journal.query(f"SELECT {grouped}, count(*) FROM pairs{where} GROUP BY {grouped}", values)
    return [PairCount(*row) for row in rows]


def match_between(counts: Iterable[PairCount], bot: str, opponent: str) -> Match:
    """Return what the pairs of two bots say, seen from `bot`."""
    pentanomial = [0] * 5
    for row in counts:
        half_points = row.from_first + row.from_second
        if (row.bot, row.opponent) == (bot, opponent):
            pentanomial[half_points] += row.played
        elif (row.bot, row.opponent) == (opponent, bot):
            pentanomial[4 - half_points] += row.played
    return match_of(pentanomial)


def trial_in(journal: Journal) -> Trial | None:
    """Return the test that a journal is of, as far as it has come, or None if it is of none."""
    plan = outline(journal)
    if plan.table.format != "sprt":
        return None
    trial = next(trial_of(Schedule(plan), journal.half_points))
    trial.weigh()
    return trial


def outline(journal: Journal) -> Plan:
    """Return the plan of a journal without what is needed to start its bots; the bot that is tested comes first."""
    settled = journal.plan
    tested = settled.get("tested")
    bots = (
        sorted(settled["bots"].values(), key=lambda bot: bot["name"] != tested) if tested else settled["bots"].values()
    )
    values = {key: value for key, value in settled.items() if key not in _NOT_IN_A_PLAN}
    table = msgspec.convert({**values, "bots": list(bots), "name": journal.name}, PlanTable)
    programs = tuple(Program(bot.name, (), Path()) for bot in table.bots)
    places = tuple("" for _ in programs)
    return Plan(table, programs, places, rules_in(table), TimeControl(), journal.seed, False)
