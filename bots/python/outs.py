"""The outs of a side: every formation that it may still become, with the cards that take it there and their chance."""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import NamedTuple

from odds import Odds

from arbiter.rules.formations import reach, strength

HELD = 0.84
"""The chance that a card in the hand is there for a side when it is wanted: another stone may want it too."""
SUMS = ((9, 0.5), (8, 0.25), (5, 0.25))
"""What a missing card adds to a side without formation, with its chance."""
WORTH_OF_RANK = (-0.5, 1.95, 2.35, 3.3, 4.0)
"""What a sum, a run, a colour, three of a kind and a colour-run are worth, in the order of the ranking."""


class Plan(NamedTuple):
    """What a side waits for, whoever holds it: ways to a formation, strongest first, and all cards in them.

    `all_of`: (strength, the cards needed); `some_of`: (strength, cards, how many of them); `each_of`: (strength, sets
    of cards of which one each is needed); `sums`: (strength, share) of what is left if none of them comes true.
    """

    wanted: int
    all_of: tuple[tuple[int, int], ...]
    some_of: tuple[tuple[int, int, int], ...]
    each_of: tuple[tuple[int, tuple[int, ...]], ...]
    sums: tuple[tuple[int, float], ...]


@lru_cache(maxsize=1 << 14)
def plan_of(side: int, terms: int) -> Plan:
    """Return the plan of an incomplete side; an empty one can become anything, and wants no card above another."""
    found = reach(side, terms)
    missing = found.missing
    kinds = [(power, cards & ~side, missing) for power, cards in found.kinds]
    colours = [(power + 6 * missing, cards & ~side, missing) for power, cards in found.colours]
    wanted = 0
    if side:
        for _, cards, _ in (*kinds, *colours):
            wanted |= cards
        for _, needed in found.runs:
            for cards in needed:
                wanted |= cards
    sums = tuple((found.sum + value * missing, share) for value, share in SUMS)
    return Plan(wanted, found.colour_runs, (*kinds, *colours), found.runs, sums)


def wanted_by(side: int, terms: int) -> int:
    """Return the clan cards that change what a side may become."""
    return plan_of(side, terms).wanted


def outlook_of(side: int, terms: int, hand: int, hidden: int, chance: float) -> Odds:
    """Return the odds of a side whose owner holds `hand` and gets each of the `hidden` cards with the given chance.

    Each way is taken as independent of the stronger ones, which is not exact but quick.
    """
    if side.bit_count() >= (4 if terms & 2 else 3):
        power = strength(side, terms)
        return Odds(((power, 1.0),), worth_of(power))
    plan, left, ways = plan_of(side, terms), 1.0, []
    there = hand | hidden
    for power, needed in plan.all_of:
        if needed & there == needed:
            share = left * HELD ** (needed & hand).bit_count() * chance ** (needed & hidden).bit_count()
            ways.append((power, share))
            left -= share
    for power, cards, count in plan.some_of:
        share = left * _some((cards & hand).bit_count(), (cards & hidden).bit_count(), count, chance)
        ways.append((power, share))
        left -= share
    for power, sets in plan.each_of:
        share = left
        for cards in sets:
            share *= HELD if cards & hand else 1 - (1 - chance) ** (cards & hidden).bit_count()
        ways.append((power, share))
        left -= share
    ways += [(power, left * share) for power, share in plan.sums]
    if terms & 4:
        ways.sort(reverse=True)
    return Odds(tuple(ways), sum([share * worth_of(power) for power, share in ways]))


def worth_of(power: int) -> float:
    """Return what a strength is worth, whatever it is up against."""
    return WORTH_OF_RANK[power >> 6] + (power & 63) / 64


@lru_cache(maxsize=1 << 14)
def _some(held: int, hidden: int, count: int, chance: float) -> float:
    """Return the chance to get `count` of the cards, of which `held` are in the hand and `hidden` are not."""
    held = min(held, count)
    drawn = count - held
    if drawn > hidden:
        return 0.0
    fewer = sum(comb(hidden, some) * chance**some * (1 - chance) ** (hidden - some) for some in range(drawn))
    return HELD**held * (1 - fewer)
