"""A plan as it is written: the tables of a TOML file as typed values, every mistake with its place."""

import re
import tomllib
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from tournaments.printable import printable
from tournaments.sprt import SprtTable
from tournaments.standings import TIEBREAKS

DAY_MS = 86_400_000

Milliseconds = Annotated[int, Meta(ge=0, le=DAY_MS)]
Deadline = Annotated[int, Meta(ge=1, le=DAY_MS)]
Count = Annotated[int, Meta(ge=1, le=999_999_999)]
Amount = Annotated[int, Meta(ge=1, le=1 << 40)]
# With fewer a sandbox cannot be set up, and many a language not start.
FEWEST_FILES = 16
Shelter = Literal["auto", "bwrap", "none"]
Format = Literal["round-robin", "gauntlet", "sprt", "swiss"]


class PlanError(ValueError):
    """An operator's mistake: what is wrong, the place in the plan (such as ``bots[2].command``) and the plan's file."""

    def __init__(self, why: str, place: str = "", file: str = "") -> None:
        self.why, self.place, self.file = why, place, file
        super().__init__(printable(": ".join(part for part in (file, place, why) if part)))


class TimeTable(Struct, frozen=True, forbid_unknown_fields=True):
    """``[time]``, in milliseconds. A `move_ms` or `game_ms` of 0 is no limit."""

    move_ms: Milliseconds = 1000
    game_ms: Milliseconds = 0
    increment_ms: Milliseconds = 0
    margin_ms: Milliseconds = 20
    startup_ms: Deadline = 10_000
    setup_ms: Deadline = 10_000
    grace_ms: Milliseconds = 1000


class LimitsTable(Struct, frozen=True, forbid_unknown_fields=True):
    """``[limits]`` and ``limits = {}`` of a bot; what is not set is what `arbiter.program.Limits` says."""

    memory_mib: Amount | UnsetType = UNSET
    processes: Amount | UnsetType = UNSET
    cpu_s: Amount | UnsetType = UNSET
    temporary_mib: Amount | UnsetType = UNSET
    files: Annotated[int, Meta(ge=FEWEST_FILES, le=1 << 40)] | UnsetType = UNSET
    file_mib: Amount | UnsetType = UNSET
    turn_kib: Amount | UnsetType = UNSET
    game_kib: Amount | UnsetType = UNSET


class BotTable(Struct, frozen=True, forbid_unknown_fields=True):
    """``[[bots]]``: a bundled bot (`use`) or a `name` and a `command`, its folder, options, environment and limits.

    `readable` are paths that it may read in a sandbox besides its folder.
    """

    name: str = ""
    use: str = ""
    command: str | tuple[str, ...] = ()
    folder: str = ""
    options: dict[str, str | int | float | bool] = {}
    environment: dict[str, str] = {}
    limits: LimitsTable = LimitsTable()
    sandbox: Shelter | UnsetType = UNSET
    readable: tuple[str, ...] = ()


class PlanTable(Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file. A `concurrency` of 0 is one slot a core; a `seed` that is not set is drawn.

    `challengers` are those of a gauntlet; `swiss_rounds` and `sprt` belong to the formats of these names.
    """

    bots: tuple[BotTable, ...]
    name: str = ""
    format: Format = "round-robin"
    challengers: tuple[str, ...] = ()
    swiss_rounds: Annotated[int, Meta(ge=0, le=1000)] = 0
    sprt: SprtTable | None = None
    tiebreaks: tuple[str, ...] = TIEBREAKS
    variants: tuple[str, ...] = ("base",)
    rounds: Count = 1
    seed: str | int | UnsetType = UNSET
    concurrency: Annotated[int, Meta(ge=0, le=4096)] = 0
    force: bool = False
    fresh: bool = False
    strict: bool = False
    pondering: bool = False
    sandbox: Shelter = "auto"
    ranking: str = "colour-over-run"
    tactics_lead: int = 1
    time: TimeTable = TimeTable()
    limits: LimitsTable = LimitsTable()


_TABLES: dict[str, type[Struct]] = {
    "": PlanTable,
    "bots": BotTable,
    "time": TimeTable,
    "limits": LimitsTable,
    "sprt": SprtTable,
}
_CHOICES = {"sandbox": get_args(Shelter), "format": get_args(Format)}
_WORDS = {"`": "", "object": "table", "Expected": "expected", " | ": " or "}


def read(path: Path) -> PlanTable:
    """Return the plan that a TOML file holds. Raise `PlanError` for a file that cannot be read or is no plan."""
    try:
        return parse(path.read_text(encoding="utf-8-sig"))
    except PlanError as error:
        raise PlanError(error.why, error.place, str(path)) from None
    except OSError as error:
        raise PlanError((error.strerror or str(error)).lower(), "", str(path)) from None
    except UnicodeDecodeError as error:
        raise PlanError(f"not UTF-8 (at byte {error.start})", "", str(path)) from None


def parse(text: str) -> PlanTable:
    """Return the plan that TOML says. Raise `PlanError` for text that is no plan."""
    try:
        return table_of(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise PlanError(f"not TOML: {error}") from None


def table_of(data: dict[str, Any]) -> PlanTable:
    """Return the plan that nested dictionaries hold. Raise `PlanError` for anything that is no plan."""
    try:
        return msgspec.convert(data, PlanTable)
    except msgspec.ValidationError as error:
        raise _mistake(str(error), data) from None


def nearest(word: str, words: list[str]) -> str:
    """Return ``; did you mean 'X'?`` if one of `words` resembles `word`, else nothing."""
    from difflib import get_close_matches

    found = get_close_matches(word, words, n=1)
    return f"; did you mean {found[0]!r}?" if found else ""


def _mistake(message: str, data: dict[str, Any]) -> PlanError:
    """Return msgspec's complaint in a plan's words, such as ``time.move_ms: expected int, got str``."""
    why, _, path = message.partition(" - at `$")
    place = path.rstrip("`").removeprefix(".")
    if unknown := re.fullmatch(r"Object contains unknown field `(.*)`", why, re.DOTALL):
        key = unknown[1]
        known = [*_TABLES[_table_at(place)].__struct_fields__]
        return PlanError(f"unknown key{nearest(key, known) or '; the keys are ' + ', '.join(known)}", _join(place, key))
    if missing := re.fullmatch(r"Object missing required field `(.*)`", why):
        return PlanError(f"missing key {missing[1]!r}", place)
    if wrong := re.fullmatch(r"Invalid enum value (.*)", why, re.DOTALL):
        choices = _CHOICES[place.rpartition(".")[2]]
        return PlanError(f"expected {', '.join(choices[:-1])} or {choices[-1]}, got {wrong[1]}", place)
    for old, new in _WORDS.items():
        why = why.replace(old, new)
    if place.endswith("[...]"):
        place = _key_at_fault(place.removesuffix("[...]"), data)
    return PlanError(why, place)


def _table_at(place: str) -> str:
    return re.sub(r"\[\d+\]$", "", place).rpartition(".")[2]


def _key_at_fault(place: str, data: dict[str, Any]) -> str:
    """Return the place of the first value in the dictionary at ``bots[N].FIELD`` that has a wrong type."""
    found = re.fullmatch(r"bots\[(\d+)\]\.(\w+)", place)
    if not found:
        return place
    allowed = str if found[2] == "environment" else (str, int, float, bool)
    values = data["bots"][int(found[1])][found[2]]
    return _join(place, next((key for key, value in values.items() if not isinstance(value, allowed)), ""))


def _join(place: str, key: str) -> str:
    return ".".join(part for part in (place, key) if part)
