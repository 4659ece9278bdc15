"""The outs of a side: every formation that it may still become, with the cards that take it there and their chance."""

from __future__ import annotations

from functools import lru_cache, reduce
from math import comb
from operator import or_
from typing import NamedTuple

from odds import Odds

from arbiter.rules.formations import KIND_RANK, RUN_OVER_COLOUR_TERMS, reach, size_of, strength

HELD = 0.84
"""The chance that a card in the hand is there for a side when it is wanted: another stone may want it too."""
SUMS = ((9, 0.5), (8, 0.25), (5, 0.25))
"""What a missing card adds to a side without formation, with its chance."""
WORTH_OF_RANK = (-0.32, 1.8, 2.2, 3.46, 3.95)
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


@lru_cache(maxsize=1 << 15)
def wanted_by(side: int, terms: int) -> int:
    """Return the clan cards that change what a side may become."""
    return plan_of(side, terms).wanted


@lru_cache(maxsize=1 << 15)
def dearly_wanted_by(side: int, terms: int) -> int:
    """Return the wanted cards that finish a side, or that its way to the strongest formations needs."""
    plan = plan_of(side, terms)
    if side.bit_count() == size_of(terms) - 1:
        return plan.wanted
    ways = (*plan.all_of, *(way[:2] for way in plan.some_of if way[0] >= KIND_RANK))
    return reduce(or_, (cards for _, cards in ways), 0) if side else 0


class Hopes:
    """The chances to get cards in time, for a player who gets each hidden one with the same chance.

    `all_of[n]`: n hidden cards; `one_of[n]`: at least one of n; `some_of[count][held][n]`: `count` cards out of those
    held and n hidden ones.
    """

    def __init__(self, chance: float) -> None:
        self.all_of = [chance**count for count in range(5)]
        self.one_of = [1 - (1 - chance) ** count for count in range(55)]
        self.some_of = [
            [[_some(held, hidden, count, chance) for hidden in range(10)] for held in range(10)] for count in range(5)
        ]


@lru_cache(maxsize=128)
def hopes_of(chance: float) -> Hopes:
    """Return the hopes for a chance, which is best rounded."""
    return Hopes(chance)


def outlook_of(side: int, terms: int, hand: int, hidden: int, hopes: Hopes) -> Odds:
    """Return the odds of a side whose owner holds `hand` and hopes for the `hidden` cards.

    Each way is taken as independent of the stronger ones, which is not exact but quick.
    """
    if side.bit_count() >= size_of(terms):
        power = strength(side, terms)
        return Odds(((power, 1.0),), WORTH[power])
    plan, left, worth, ways = plan_of(side, terms), 1.0, 0.0, []
    there = hand | hidden
    for power, needed in plan.all_of:
        if needed & there == needed:
            share = left * HELD_ALL[(needed & hand).bit_count()] * hopes.all_of[(needed & hidden).bit_count()]
            ways.append((power, share))
            worth += share * WORTH[power]
            left -= share
    for power, cards, count in plan.some_of:
        share = left * hopes.some_of[count][(cards & hand).bit_count()][(cards & hidden).bit_count()]
        if share:
            ways.append((power, share))
            worth += share * WORTH[power]
            left -= share
    one_of = hopes.one_of
    for power, sets in plan.each_of:
        share = left
        for cards in sets:
            share *= HELD if cards & hand else one_of[(cards & hidden).bit_count()]
        ways.append((power, share))
        worth += share * WORTH[power]
        left -= share
    for power, part in plan.sums:
        ways.append((power, left * part))
        worth += left * part * WORTH[power]
    if terms & RUN_OVER_COLOUR_TERMS:
        ways.sort(reverse=True)
    return Odds(tuple(ways), worth)


def _some(held: int, hidden: int, count: int, chance: float) -> float:
    """Return the chance to get `count` of the cards, of which `held` are in the hand and `hidden` are not."""
    held = min(held, count)
    drawn = count - held
    if drawn > hidden:
        return 0.0
    fewer = sum(comb(hidden, some) * chance**some * (1 - chance) ** (hidden - some) for some in range(drawn))
    return HELD**held * (1 - fewer)


HELD_ALL = [HELD**count for count in range(5)]
WORTH = [WORTH_OF_RANK[power >> 6] + (power & 63) / 64 for power in range(5 * 64)]
