"""A plan: a document whose bots, rules and seed are settled, ready to be scheduled."""

import os
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import msgspec

from arbiter.control import MS, TimeControl
from arbiter.outlook import apart, hiding
from arbiter.program import Program
from arbiter.rules.variants import VARIANTS, Ranking, Rules, rules_of
from tournaments import document
from tournaments.document import BotTable, PlanError, PlanTable, TimeTable, nearest
from tournaments.formats import check_format
from tournaments.programs import Surroundings, bot_of_text, key_of, program_of

LONGEST_SEED = 128

# What may change from run to run without changing a single game.
_FREE_KEYS = ("name", "concurrency", "force", "sandbox", "tiebreaks")


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be played.

    `table` is the document with every default filled in. `programs` are in its order and `places` say where each one
    stands, for error messages; `rules` are those of its variants. `has_drawn_seed`: nobody has chosen the seed.
    """

    table: PlanTable
    programs: tuple[Program, ...]
    places: tuple[str, ...]
    rules: tuple[Rules, ...]
    time: TimeControl
    seed: str
    has_drawn_seed: bool

    @property
    def name(self) -> str:
        """The plan's name."""
        return self.table.name

    @property
    def keys(self) -> tuple[str, ...]:
        """The bots' names in the order of the plan."""
        return tuple(program.key for program in self.programs)

    @property
    def slots(self) -> int:
        """How many games are played at the same time."""
        return self.table.concurrency or max(1, len(os.sched_getaffinity(0)) // self.cores_a_slot)

    @property
    def cores_a_slot(self) -> int:
        """How many cores a game takes: one, where just one bot computes at a time, or else one for each bot."""
        return _cores_a_slot(self.table)

    def with_seed(self, seed: str) -> "Plan":
        """Return the plan with another seed."""
        return replace(self, seed=seed, table=msgspec.structs.replace(self.table, seed=seed), has_drawn_seed=False)

    def hiding(self, *secrets: Path) -> "Plan":
        """Return the plan with files that no bot in a sandbox sees."""
        return replace(self, programs=hiding(self.programs, secrets))

    def settled(self) -> dict[str, Any]:
        """Return, as plain values, all that decides which games are played and how: what a journal is bound to."""
        table: dict[str, Any] = msgspec.to_builtins(self.table)
        for key in _FREE_KEYS:
            del table[key]
        if self.table.format == "sprt":
            table["tested"] = self.keys[0]
        bots = zip(self.keys, table.pop("bots"), strict=True)
        return table | {"bots": {key: {**bot, "name": key} for key, bot in bots}}


def load(path: Path, concurrency: int | None = None) -> Plan:
    """Return the plan in a TOML file, with another concurrency if one is given.

    Raise `PlanError` for anything that is wrong with it.
    """
    table = document.read(path)
    if concurrency is not None:
        table = msgspec.structs.replace(table, concurrency=concurrency)
    if not table.name:
        table = msgspec.structs.replace(table, name=path.stem)
    try:
        return settle(table, path.absolute().parent).hiding(path)
    except PlanError as error:
        raise PlanError(error.why, error.place, str(path)) from None


def plan_of_match(bots: Sequence[str], table: PlanTable, folder: Path) -> Plan:
    """Return the plan that a command line says: bots as `bot_of_text` reads them, and the rest as a table.

    Bots of the same name are numbered. Paths start from `folder`. Raise `PlanError` for what does not exist.
    """
    tables = []
    for text in bots:
        try:
            tables.append(bot_of_text(text))
        except PlanError as error:
            raise PlanError(error.why, f"bot {text!r}") from None
    table = msgspec.structs.replace(table, bots=_numbered(tables))
    return settle(table, folder, [f"bot {text!r}" for text in bots])


def settle(table: PlanTable, base: Path, places: Sequence[str] = ()) -> Plan:
    """Return the plan of a document whose relative paths start from `base`.

    `places` name the bots in error messages. Raise `PlanError` for what cannot be played.
    """
    places = places or [f"bots[{number}]" for number in range(len(table.bots))]
    rules = rules_in(table)
    _check(table, places)
    seed, is_drawn = _seed(table)
    table = msgspec.structs.replace(table, seed=seed)
    around = Surroundings(base, table.limits, table.sandbox)
    programs = tuple(_program(bot, around, place) for bot, place in zip(table.bots, places, strict=True))
    return Plan(table, apart(programs), tuple(places), rules, _time(table.time), seed, is_drawn)


def difference(old: dict[str, Any], new: dict[str, Any], place: str = "") -> list[str]:
    """Return in words what differs between two settled plans, one phrase for each place."""
    found = []
    for key in sorted(old.keys() | new.keys()):
        here = f"{place}.{key}" if place else key
        before, after = old.get(key), new.get(key)
        if isinstance(before, dict) and isinstance(after, dict):
            found += difference(before, after, here)
        elif before != after:
            found.append(f"{here} was {_shown(before)} and is now {_shown(after)}")
    return found


def _shown(value: object) -> str:
    if value is None:
        return "not there"
    return "there" if isinstance(value, dict) else msgspec.json.encode(value).decode()


def _program(bot: BotTable, around: Surroundings, place: str) -> Program:
    try:
        return program_of(bot, around)
    except PlanError as error:
        raise PlanError(error.why, _below(place, error.place)) from None


def _below(place: str, key: str) -> str:
    return f"{place}.{key}" if key and place.endswith("]") else place


def rules_in(table: PlanTable) -> tuple[Rules, ...]:
    """Return the rules of a plan's variants. Raise `PlanError` for what is none."""
    if not table.variants:
        raise PlanError("no variant to play", "variants")
    for number, variant in enumerate(table.variants):
        place = f"variants[{number}]"
        if variant not in VARIANTS:
            hint = nearest(variant, [*VARIANTS]) or f"; the variants are {', '.join(VARIANTS)}"
            raise PlanError(f"no variant {variant!r}{hint}", place)
        if variant in table.variants[:number]:
            raise PlanError(f"{variant!r} is already there", place)
    if table.ranking not in list(Ranking):
        raise PlanError(f"expected {' or '.join(Ranking)}, got {table.ranking!r}", "ranking")
    if table.tactics_lead not in (0, 1):
        raise PlanError(f"expected 0 or 1, got {table.tactics_lead}", "tactics_lead")
    return tuple(rules_of(variant, table.ranking, table.tactics_lead) for variant in table.variants)


def _check(table: PlanTable, places: Sequence[str]) -> None:
    cores = len(os.sched_getaffinity(0))
    if table.concurrency * _cores_a_slot(table) > cores and not table.force:
        each = ", of which each takes two for pondering," if table.pondering else ""
        why = f"{table.concurrency} games at a time{each} on {cores} cores spoil the clocks"
        raise PlanError(f"{why} (force = true does it all the same)", "concurrency")
    if table.time.move_ms == 0 and table.time.game_ms == 0:
        raise PlanError("move_ms and game_ms are both 0: a bot that hangs would never lose", "time")
    if len(table.bots) < 2:
        raise PlanError("at least two are needed", "bots")
    keys: dict[str, str] = {}
    for bot, place in zip(table.bots, places, strict=True):
        try:
            key = key_of(bot)
        except PlanError as error:
            raise PlanError(error.why, _below(place, error.place)) from None
        if key in keys:
            raise PlanError(f"{keys[key]} is called {key!r} too; give this one another name", _below(place, "name"))
        keys[key] = place
    check_format(table, [*keys])


def _cores_a_slot(table: PlanTable) -> int:
    return 2 if table.pondering else 1


def _seed(table: PlanTable) -> tuple[str, bool]:
    if isinstance(table.seed, msgspec.UnsetType):
        return secrets.token_hex(16), True
    seed = str(table.seed)
    if not seed or not seed.isprintable() or len(seed) > LONGEST_SEED:
        raise PlanError(f"a seed is an integer or 1 to {LONGEST_SEED} printable characters", "seed")
    return seed, False


def _time(table: TimeTable) -> TimeControl:
    return TimeControl(
        move_ns=table.move_ms * MS or None,
        game_ns=table.game_ms * MS or None,
        increment_ns=table.increment_ms * MS,
        margin_ns=table.margin_ms * MS,
        startup_ns=table.startup_ms * MS,
        setup_ns=table.setup_ms * MS,
        grace_ns=table.grace_ms * MS,
    )


def _numbered(bots: Sequence[BotTable]) -> tuple[BotTable, ...]:
    """Return the bots with numbered names where two have the same."""
    keys = [bot.name or bot.use.removeprefix("bots:") for bot in bots]
    names = [f"{key}-{keys[: place + 1].count(key)}" if keys.count(key) > 1 else key for place, key in enumerate(keys)]
    return tuple(msgspec.structs.replace(bot, name=name) for bot, name in zip(bots, names, strict=True))
