"""The odds of a side: how strong it may become, and how likely that is."""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import NamedTuple

from arbiter.rules.formations import reach, strength

IN_HAND = 0.9
"""The chance that a card in the hand is there for this stone when it is wanted: another stone may want it too."""
SUMS = ((8, 0.25), (6, 0.5), (4, 0.25))
"""What a missing card adds to a side without formation, with its chance."""


class Odds(NamedTuple):
    """What a side may become: `ways` as (strength, chance), strongest first, and the `worth` of them all, 0 to 5."""

    ways: tuple[tuple[int, float], ...]
    worth: float


@lru_cache(maxsize=1 << 14)
def odds_of(side: int, terms: int, hand: int, hidden: int, chance: float) -> Odds:
    """Return the odds of a side of a stone with these terms.

    Its owner holds `hand` and gets each of the `hidden` cards in time with the given chance; a card in neither is gone.
    Each way is taken as independent of the stronger ones, which is not exact but quick.
    """
    found = reach(side, terms)
    if found.missing <= 0:
        return _weigh([(strength(side, terms), 1.0)])
    missing, there = found.missing, hand | hidden
    ways = [
        (power, IN_HAND ** (needed & hand).bit_count() * chance ** (needed & hidden).bit_count())
        for power, needed in found.colour_runs
        if needed & there == needed
    ]
    ways += [(power, _several(missing, cards, hand, hidden, chance)) for power, cards in found.kinds]
    others = [(power + 6 * missing, _several(missing, cards, hand, hidden, chance)) for power, cards in found.colours]
    others += [(power, _each(needed, hand, hidden, chance)) for power, needed in found.runs]
    others.sort(reverse=True)
    return _weigh(_exclude(ways + others, [(found.sum + value * missing, share) for value, share in SUMS]))


def win_chance(mine: Odds, theirs: Odds, tie: float) -> float:
    """Return the chance that the first odds come out above the second, a tie counting `tie`."""
    total, weaker, equal, tied = 0.0, 1.0, 0.0, -1
    others = iter((*theirs.ways, (-1, 0.0)))
    power, chance = next(others)
    for bar, share in mine.ways:
        if bar != tied:
            equal, tied = 0.0, bar
        while power >= bar:
            weaker -= chance
            equal += chance * (power == bar)
            power, chance = next(others)
        total += share * (weaker + tie * equal)
    return total


def _exclude(ways: list[tuple[int, float]], sums: list[tuple[int, float]]) -> list[tuple[int, float]]:
    """Return the ways with the chance that no stronger one comes true, the sums sharing what is left."""
    left, exclusive = 1.0, []
    for power, chance in ways:
        if chance:
            exclusive.append((power, left * chance))
            left -= left * chance
    return exclusive + [(power, left * share) for power, share in sums]


def _weigh(ways: list[tuple[int, float]]) -> Odds:
    return Odds(tuple(ways), sum([chance * power for power, chance in ways]) / 64)


def _several(count: int, cards: int, hand: int, hidden: int, chance: float) -> float:
    """Return the chance to get `count` of the cards."""
    held = min(count, (cards & hand).bit_count())
    return IN_HAND**held * _at_least(count - held, (cards & hidden).bit_count(), chance)


def _each(needed: tuple[int, ...], hand: int, hidden: int, chance: float) -> float:
    """Return the chance to get one card of each set."""
    total = 1.0
    for cards in needed:
        total *= IN_HAND if cards & hand else 1 - (1 - chance) ** (cards & hidden).bit_count()
    return total


@lru_cache(maxsize=1 << 12)
def _at_least(count: int, of: int, chance: float) -> float:
    if count > of:
        return 0.0
    return 1 - sum(comb(of, some) * chance**some * (1 - chance) ** (of - some) for some in range(count))
