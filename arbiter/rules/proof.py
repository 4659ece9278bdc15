"""Claims: granted, or refused with the reason; a refusal by proof names a completion that beats the claim."""

from enum import StrEnum
from typing import NamedTuple

from arbiter.rules.cards import VALUE_OF
from arbiter.rules.formations import COLOUR_RUN_RANK, KIND_RANK, Reach, colour_rank, reach, run_rank, size_of, strength


class Reason(StrEnum):
    """Why a claim is refused."""

    CLAIMED = "claimed"
    INCOMPLETE = "incomplete"
    WEAKER = "weaker"
    LATER = "later"
    BEATABLE = "beatable"


class Refusal(NamedTuple):
    """A refused claim. `beater`: with ``BEATABLE``, the unseen clan cards that make the opponent's side stronger."""

    reason: Reason
    beater: int = 0


def judge(claimant: int, opponent: int, unseen: int, terms: int, is_first: bool) -> Refusal | None:
    """Return why a claim is refused, or None if it is granted.

    `claimant` and `opponent` are the sides of the stone, `unseen` the clan cards that lie face up nowhere, `terms`
    those of the stone; `is_first` tells whether the claimant's side was completed before the opponent's and matters
    only if both are complete.
    """
    size = size_of(terms)
    if claimant.bit_count() < size:
        return Refusal(Reason.INCOMPLETE)
    mine = strength(claimant, terms)
    if opponent.bit_count() < size:
        beater = completion_above(mine, opponent, unseen, terms)
        return Refusal(Reason.BEATABLE, beater) if beater else None
    theirs = strength(opponent, terms)
    if theirs > mine:
        return Refusal(Reason.WEAKER)
    return Refusal(Reason.LATER) if theirs == mine and not is_first else None


def completion_above(bar: int, side: int, unseen: int, terms: int) -> int:
    """Return the unseen cards that make the most of an incomplete side, or 0 if that is not above `bar`."""
    ways = reach(side, terms)
    missing = ways.missing
    if unseen.bit_count() < missing:
        return 0
    for power, needed in ways.colour_runs:
        if power <= bar:
            break
        if needed & unseen == needed:
            return needed
    if bar >= COLOUR_RUN_RANK:
        return 0
    for power, cards in ways.kinds:
        if power <= bar:
            break
        if (cards & unseen).bit_count() >= missing:
            return _highest(cards & unseen, missing)
    if bar >= KIND_RANK:
        return 0
    if run_rank(terms) < colour_rank(terms):
        return _colour_above(bar, ways, unseen) or _run_above(bar, ways, unseen) or _sum_above(bar, ways, unseen)
    return _run_above(bar, ways, unseen) or _colour_above(bar, ways, unseen) or _sum_above(bar, ways, unseen)


def _colour_above(bar: int, ways: Reach, unseen: int) -> int:
    best = 0
    for power, cards in ways.colours:
        if (cards & unseen).bit_count() >= ways.missing:
            taken = _highest(cards & unseen, ways.missing)
            reached = power + _sum(taken)
            if reached > bar:
                best, bar = taken, reached
    return best


def _run_above(bar: int, ways: Reach, unseen: int) -> int:
    for power, needed in ways.runs:
        if power <= bar:
            break
        taken = 0
        for cards in needed:
            if not cards & unseen:
                break
            taken |= _highest(cards & unseen, 1)
        else:
            return taken
    return 0


def _sum_above(bar: int, ways: Reach, unseen: int) -> int:
    taken = _highest(unseen, ways.missing)
    return taken if ways.sum + _sum(taken) > bar else 0


def _highest(cards: int, count: int) -> int:
    taken = 0
    for _ in range(count):
        highest = 1 << cards.bit_length() - 1
        taken |= highest
        cards ^= highest
    return taken


def _sum(cards: int) -> int:
    total = 0
    while cards:
        highest = cards.bit_length() - 1
        total += VALUE_OF[highest]
        cards ^= 1 << highest
    return total
