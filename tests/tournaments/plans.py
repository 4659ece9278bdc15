"""Plans, records and results for tests."""

import json
import sys
import tracemalloc
from itertools import islice
from pathlib import Path

from arbiter.record import (
    RECORD_VERSION,
    BotRecord,
    DealRecord,
    FaultRecord,
    GameRecord,
    LimitsRecord,
    ResultRecord,
    RulesRecord,
    TurnRecord,
    encode,
)
from tournaments.plan import load
from tournaments.schedule import Schedule

QUICK = Path(__file__).with_name("quick.py")


def quick(name, *words, **keys):
    """Return a bot's table: the quick bot with further words on its command line."""
    return {"name": name, "command": [sys.executable, "-S", str(QUICK), *words], **keys}


def bytes_of_batches(schedule):
    """Return the most memory that is used while the first batches of a schedule are made, one after the other."""
    batches = schedule.batches(set, lambda: 4)
    next(batches)
    tracemalloc.start()
    for _ in islice(batches, 200):
        pass
    used = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return used


def write_plan(path, *bots, **keys):
    """Write a plan with these bots (two quick ones unless told), and return its path."""
    bots = bots or (quick("anne"), quick("bert"))
    tables = "".join("[[bots]]\n" + toml(bot) for bot in bots)
    path.write_text(toml({"name": "test", "seed": "test", **keys}) + tables, encoding="utf-8")
    return path


def toml(table):
    return "".join(f"{key} = {value_in_toml(value)}\n" for key, value in table.items())


def value_in_toml(value):
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {value_in_toml(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(value_in_toml, value)) + "]"
    return json.dumps(value)


def plan_at(path, *bots, **keys):
    return load(write_plan(path, *bots, **keys))


def record(
    id, winner=0, ending="stones", fault=None, points=(5, 1), stones=(5, 1), times=((1, 0), (1, 1)), seed="test"
):
    """Return a made-up record of a game; `times` are (milliseconds, seat) of its turns, `fault` is (seat, kind)."""
    variant, number, pairing, leg = id.split("/")
    keys = pairing.split(":") if leg == "1" else pairing.split(":")[::-1]
    turns = [TurnRecord(turn, seat, "…", ms * 1_000_000, 0) for turn, (ms, seat) in enumerate(times, 1)]
    blamed = FaultRecord(*fault, "a fault") if fault else None
    return GameRecord(
        version=RECORD_VERSION,
        id=id,
        rules=RulesRecord(variant, "colour-over-run", 1),
        deal=DealRecord("test", int(number), ()),
        bots=tuple(BotRecord(key, ("bot",)) for key in keys),
        limits=LimitsRecord(None, None, 0, 0),
        started="2026-01-01T00:00:00.000+00:00",
        wall_ns=3_000_000,
        turns=tuple(turns),
        result=ResultRecord(ending, winner, "because", stones, points, blamed),
    )


def fill(journal, plan, games=None, **keys):
    """Store made-up records of the first `games` games of a plan, and return their ids."""
    ids = list(Schedule(plan).ids())[:games]
    for id in ids:
        one = record(id, **keys)
        journal.add(one, encode(one))
    return ids
