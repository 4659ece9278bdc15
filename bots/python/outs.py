"""The outs of a side: every formation that it may still become, with the cards that take it there and their chance."""

from __future__ import annotations

from functools import lru_cache, reduce
from math import comb
from operator import or_
from typing import TYPE_CHECKING, NamedTuple

from odds import Odds

from arbiter.rules.formations import KIND_RANK, RUN_OVER_COLOUR_TERMS, reach, size_of, strength

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tuning import Tuning

SUMS = ((9, 0.5), (8, 0.25), (5, 0.25))
"""What a missing card adds to a side without formation, with its chance."""


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
    held and n hidden ones; `all_held[n]`: n cards of the hand. `worth` is what each strength is worth.
    """

    def __init__(self, chance: float, tuning: Tuning) -> None:
        self.worth = [tuning.worth_of_rank[power >> 6] + (power & 63) / 64 for power in range(5 * 64)]
        self.all_held = [tuning.held**count for count in range(5)]
        self.all_of = [chance**count for count in range(5)]
        self.one_of = [1 - (1 - chance) ** count for count in range(55)]
        self.some_of = [
            [[_some(held, hidden, count, chance, tuning.held) for hidden in range(10)] for held in range(10)]
            for count in range(5)
        ]


@lru_cache(maxsize=128)
def hopes_of(chance: float, tuning: Tuning) -> Hopes:
    """Return the hopes for a chance, which is best rounded."""
    return Hopes(chance, tuning)


def outlook_of(side: int, terms: int, hand: int, hidden: int, hopes: Hopes) -> Odds:
    """Return the odds of a side whose owner holds `hand` and hopes for the `hidden` cards.

    Each way is taken as independent of the stronger ones, which is not exact but quick.
    """
    if side.bit_count() >= size_of(terms):
        power = strength(side, terms)
        return Odds(((power, 1.0),), hopes.worth[power])
    plan, left, worth, ways = plan_of(side, terms), 1.0, 0.0, []
    there, worth_of, all_held, one_of = hand | hidden, hopes.worth, hopes.all_held, hopes.one_of
    held = all_held[1]
    for power, needed in plan.all_of:
        if needed & there == needed:
            share = left * all_held[(needed & hand).bit_count()] * hopes.all_of[(needed & hidden).bit_count()]
            ways.append((power, share))
            worth += share * worth_of[power]
            left -= share
    for power, cards, count in plan.some_of:
        share = left * hopes.some_of[count][(cards & hand).bit_count()][(cards & hidden).bit_count()]
        if share:
            ways.append((power, share))
            worth += share * worth_of[power]
            left -= share
    for power, sets in plan.each_of:
        share = left
        for cards in sets:
            share *= held if cards & hand else one_of[(cards & hidden).bit_count()]
        ways.append((power, share))
        worth += share * worth_of[power]
        left -= share
    for power, part in plan.sums:
        ways.append((power, left * part))
        worth += left * part * worth_of[power]
    if terms & RUN_OVER_COLOUR_TERMS:
        ways.sort(reverse=True)
    return Odds(tuple(ways if side else _together(ways)), worth)


def _together(ways: Iterable[tuple[int, float]]) -> Iterable[tuple[int, float]]:
    """Return the ways with those to the same strength as one: an empty side has as many as there are colours."""
    shares: dict[int, float] = {}
    for power, share in ways:
        shares[power] = shares.get(power, 0.0) + share
    return shares.items()


def _some(held: int, hidden: int, count: int, chance: float, sure: float) -> float:
    """Return the chance to get `count` of the cards: `held` are in the hand, each `sure` to be there, `hidden` are not."""
    held = min(held, count)
    drawn = count - held
    if drawn > hidden:
        return 0.0
    fewer = sum(comb(hidden, some) * chance**some * (1 - chance) ** (hidden - some) for some in range(drawn))
    return sure**held * (1 - fewer)
