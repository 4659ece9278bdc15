"""Formations: what a side of a stone is worth, and what it may still become.

The *terms* of a stone say how its sides are compared: a sum of `BLIND_TERMS` (only the sum counts), `MUD_TERMS` (four
cards a side) and `RUN_OVER_COLOUR_TERMS` (the option of that name). A *strength* is an integer, rank * 64 + sum, so
that the stronger of two sides on one stone has the greater one.
"""

from collections.abc import Sequence
from enum import StrEnum
from functools import lru_cache
from typing import Final, NamedTuple

from arbiter.rules.cards import (
    CLAN,
    COLOUR_OF,
    ELITES,
    JOKER,
    OF_COLOUR,
    OF_VALUE,
    SECOND_JOKER,
    SHIELD,
    SPY,
    VALUE_OF,
    VALUES,
    cards_in,
)

BLIND_TERMS: Final = 1
MUD_TERMS: Final = 2
RUN_OVER_COLOUR_TERMS: Final = 4


class Formation(StrEnum):
    """The five formations, weakest first in the default ranking."""

    SUM = "sum"
    RUN = "run"
    COLOUR = "colour"
    KIND = "of-a-kind"
    COLOUR_RUN = "colour-run"


_RANKING: Final = (Formation.SUM, Formation.RUN, Formation.COLOUR, Formation.KIND, Formation.COLOUR_RUN)
_RUN_OVER_COLOUR: Final = (Formation.SUM, Formation.COLOUR, Formation.RUN, Formation.KIND, Formation.COLOUR_RUN)
KIND_RANK: Final = 3 << 6
COLOUR_RUN_RANK: Final = 4 << 6

_ELITE_VALUES: Final = {JOKER: VALUES, SECOND_JOKER: VALUES, SPY: (7,), SHIELD: (1, 2, 3)}


class Reach(NamedTuple):
    """What a side may become: every way to a formation, with the clan cards it still needs, strongest way first.

    `missing`: how many cards it needs. `colour_runs`: (strength, needed cards). `kinds`: (strength, cards of the
    value). `colours`: (strength without the missing cards, cards of the colour). `runs`: (strength, cards of each value
    that is needed). `sum`: the sum without the missing cards.
    """

    missing: int
    colour_runs: tuple[tuple[int, int], ...]
    kinds: tuple[tuple[int, int], ...]
    colours: tuple[tuple[int, int], ...]
    runs: tuple[tuple[int, tuple[int, ...]], ...]
    sum: int


def size_of(terms: int) -> int:
    """Return how many cards complete a side: 3, or 4 with mud."""
    return 4 if terms & MUD_TERMS else 3


@lru_cache(maxsize=1 << 15)
def strength(side: int, terms: int) -> int:
    """Return the strength of a complete side (a set of `size_of` cards), elite troops at their best."""
    if side & ELITES:
        return strength_in_reach(reach(side, terms))
    cards = cards_in(side)
    total = sum([VALUE_OF[card] for card in cards])
    if terms & BLIND_TERMS:
        return total
    size = len(cards)
    first = cards[0]
    spread = VALUE_OF[cards[-1]] - VALUE_OF[first]
    if spread == 0:
        return KIND_RANK + total
    is_run = spread == size - 1 and len({VALUE_OF[card] for card in cards}) == size
    if side & ~OF_COLOUR[COLOUR_OF[first]] == 0:
        return total + (COLOUR_RUN_RANK if is_run else colour_rank(terms))
    return total + run_rank(terms) if is_run else total


def colour_rank(terms: int) -> int:
    """Return the strength of a colour without its sum."""
    return 1 << 6 if terms & RUN_OVER_COLOUR_TERMS else 2 << 6


def run_rank(terms: int) -> int:
    """Return the strength of a run without its sum."""
    return 2 << 6 if terms & RUN_OVER_COLOUR_TERMS else 1 << 6


def strength_in_reach(reach: Reach) -> int:
    """Return the strength of a side that misses nothing."""
    ways = reach.colour_runs or reach.kinds
    others = [way[0] for way in (*reach.colours, *reach.runs)]
    return ways[0][0] if ways else max(others, default=reach.sum)


def describe(strength: int, terms: int) -> str:
    """Return a strength in words, such as ``colour-run of 24``."""
    ranking = _RUN_OVER_COLOUR if terms & RUN_OVER_COLOUR_TERMS else _RANKING
    return f"{ranking[strength >> 6]} of {strength & 63}"


def sum_of(side: int) -> int:
    """Return the sum of a side's cards, elite troops at their highest."""
    total = sum([VALUE_OF[card] for card in cards_in(side & CLAN)])
    elites = side & ELITES
    return total + sum([max(_ELITE_VALUES[card]) for card in cards_in(elites)]) if elites else total


@lru_cache(maxsize=1 << 14)
def reach(side: int, terms: int) -> Reach:
    """Return what a side of at most `size_of` cards may become with further clan cards."""
    size = size_of(terms)
    missing = size - side.bit_count()
    total = sum_of(side)
    if terms & BLIND_TERMS:
        return Reach(missing, (), (), (), (), total)
    clan = cards_in(side & CLAN)
    elites = cards_in(side & ELITES)
    colours = {COLOUR_OF[card] for card in clan}
    values = [VALUE_OF[card] for card in clan]
    possible = range(6) if not colours else colours if len(colours) == 1 else ()
    windows = list(_windows(values, elites, size))
    kinds = [value for value in reversed(VALUES) if _suits(value, values, elites)]
    return Reach(
        missing,
        tuple(
            (COLOUR_RUN_RANK + total_of, sum(OF_VALUE[value] & OF_COLOUR[colour] for value in needed))
            for total_of, needed in windows
            for colour in possible
        ),
        tuple((KIND_RANK + value * size, OF_VALUE[value]) for value in kinds),
        tuple((colour_rank(terms) + total, OF_COLOUR[colour]) for colour in possible),
        tuple((run_rank(terms) + total_of, tuple(OF_VALUE[value] for value in needed)) for total_of, needed in windows),
        total,
    )


def _suits(value: int, values: Sequence[int], elites: Sequence[int]) -> bool:
    return all(other == value for other in values) and all(value in _ELITE_VALUES[elite] for elite in elites)


def _windows(values: Sequence[int], elites: Sequence[int], size: int) -> list[tuple[int, frozenset[int]]]:
    """Return (sum, values still needed) of each run that a side may become, highest sum first."""
    if len(set(values)) < len(values):
        return []
    found = []
    for lowest in range(10 - size, 0, -1):
        window = frozenset(range(lowest, lowest + size))
        if window.issuperset(values):
            found += [(sum(window), needed) for needed in _left_by_elites(window.difference(values), elites)]
    return found


def _left_by_elites(slots: frozenset[int], elites: Sequence[int]) -> set[frozenset[int]]:
    """Return each set of values that is left when every elite troop takes one of `slots`."""
    if not elites:
        return {slots}
    elite, *others = elites
    return {
        left for value in slots.intersection(_ELITE_VALUES[elite]) for left in _left_by_elites(slots - {value}, others)
    }
