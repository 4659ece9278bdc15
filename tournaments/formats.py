"""Formats: which two bots meet, in an order in which no bot waits long for its next match."""

from collections import Counter
from collections.abc import Iterator, Sequence

from tournaments.document import PlanError, PlanTable, nearest
from tournaments.standings import TIEBREAKS

Pairing = tuple[int, int]


def berger(bots: int) -> Iterator[Pairing]:
    """Return each two of `bots` numbers once, round by round; in a round each number occurs at most once."""
    seats = bots + bots % 2
    wheel = seats - 1
    for turn in range(wheel):
        for step in range(seats // 2):
            one, other = (turn + step) % wheel, (turn - step) % wheel
            if step == 0:
                other = wheel
            if other < bots:
                yield one, other


def round_robin(keys: Sequence[str]) -> Iterator[Pairing]:
    """Return each two bots by their places in `keys`, the one that comes first by name before the other."""
    by_key = sorted(range(len(keys)), key=keys.__getitem__)
    for one, other in berger(len(keys)):
        yield by_key[min(one, other)], by_key[max(one, other)]


def gauntlet(keys: Sequence[str], challengers: Sequence[str]) -> Iterator[Pairing]:
    """Return each challenger with each of the other bots, the one that comes first by name before the other."""
    by_key = sorted(range(len(keys)), key=keys.__getitem__)
    tested = [bot for bot in by_key if keys[bot] in challengers]
    rest = [bot for bot in by_key if keys[bot] not in challengers]
    for turn in range(len(rest)):
        for place, one in enumerate(tested):
            other = rest[(turn + place) % len(rest)]
            yield (one, other) if keys[one] < keys[other] else (other, one)


def pairings(table: PlanTable, keys: Sequence[str]) -> Iterator[Pairing]:
    """Return who meets whom in a format in which that is known from the start."""
    return gauntlet(keys, table.challengers) if table.format == "gauntlet" else round_robin(keys)


def meetings(table: PlanTable, keys: Sequence[str]) -> int:
    """Return how many meetings a format has: of two bots, on all the deals of the plan's `rounds`."""
    if table.format == "gauntlet":
        return len(table.challengers) * (len(keys) - len(table.challengers))
    if table.format == "swiss":
        return table.swiss_rounds * (len(keys) // 2)
    return len(keys) * (len(keys) - 1) // 2


def check_format(table: PlanTable, keys: Sequence[str]) -> None:
    """Raise `PlanError` if the keys of the format, or the tie-breaks, are wrong."""
    _check_foreign_keys(table)
    if table.format == "gauntlet":
        _check_challengers(table, keys)
    elif table.format == "swiss" and not table.swiss_rounds:
        raise PlanError("missing: a Swiss tournament needs the number of its rounds", "swiss_rounds")
    elif table.format == "sprt":
        _check_sprt(table, keys)
    for place, word in enumerate(table.tiebreaks):
        if word not in TIEBREAKS:
            hint = nearest(word, [*TIEBREAKS]) or f"; there are {', '.join(TIEBREAKS)}"
            raise PlanError(f"no tie-break {word!r}{hint}", f"tiebreaks[{place}]")
        if word in table.tiebreaks[:place]:
            raise PlanError(f"{word!r} is already there", f"tiebreaks[{place}]")


def _check_foreign_keys(table: PlanTable) -> None:
    owners = {"challengers": "gauntlet", "swiss_rounds": "swiss", "sprt": "sprt"}
    for key, owner in owners.items():
        if getattr(table, key) and table.format != owner:
            raise PlanError(f'only for format = "{owner}", and this plan\'s is "{table.format}"', key)


def _check_challengers(table: PlanTable, keys: Sequence[str]) -> None:
    if not table.challengers:
        raise PlanError("missing: a gauntlet needs the names of those who run it", "challengers")
    counts = Counter(table.challengers)
    for place, key in enumerate(table.challengers):
        if key not in keys:
            raise PlanError(f"no bot {key!r}{nearest(key, [*keys])}", f"challengers[{place}]")
        if counts[key] > 1:
            raise PlanError(f"{key!r} is there twice", "challengers")
    if len(counts) == len(keys):
        raise PlanError("all bots are challengers: nobody is left to meet them", "challengers")


def _check_sprt(table: PlanTable, keys: Sequence[str]) -> None:
    if len(keys) != 2:
        raise PlanError(f"a test is between two bots, and there are {len(keys)}", "bots")
    if table.sprt is None:
        raise PlanError("missing: a test needs a table [sprt], such as: elo0 = 0, elo1 = 10", "sprt")
    mistake = table.sprt.mistake()
    if mistake:
        raise PlanError(mistake[1], f"sprt.{mistake[0]}")
