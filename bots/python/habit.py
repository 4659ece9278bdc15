"""Habit: a play in a few microseconds, rough but sensible, for the lines that a search follows by the thousand."""

from __future__ import annotations

from functools import lru_cache

from careful import PRICES
from instinct import playable, spots_of, weights_of
from outs import WORTH, dearly_wanted_by, hopes_of, outlook_of, wanted_by

from arbiter.rules.cards import BIT, CLAN, NAMES
from arbiter.rules.formations import size_of, strength
from arbiter.rules.plays import PASS
from arbiter.rules.state import State

USUAL = hopes_of(0.25)
"""What a player hopes for, as long as nobody reckons."""
SLOPE = ((9.0, 1.5, 1.5, 1.0), (2.0, 1.5, 1.0, 1.0), (1.5, 1.0, 1.0, 0.7), (1.0, 1.0, 0.7, 0.7))
"""How much a difference in worth tells, for a side that lacks 0 to 3 cards against one that lacks 0 to 3."""
LOST = 1.0
LEAD = ((0.0, -0.1, 0.29, 1.1), (0.12, 0.1, 0.3, 0.8), (-0.1, -0.12, 0.1, 0.5), (-0.85, -0.5, -0.2, 0.05))
"""What it is worth to be ahead in laying cards."""


@lru_cache(maxsize=1 << 16)
def rating_of(side: int, terms: int) -> tuple[float, float, float, int]:
    """Return what a side is worth if nothing is known, if the cards it wants most are gone, if one is held; and those."""
    if side.bit_count() >= size_of(terms):
        worth = WORTH[strength(side, terms)]
        return worth, worth, worth, 0
    wanted = dearly_wanted_by(side, terms)
    usual, gone = (outlook_of(side, terms, 0, hidden, USUAL).worth for hidden in (CLAN & ~side, CLAN & ~side & ~wanted))
    best = wanted and outlook_of(side, terms, 1 << wanted.bit_length() - 1, CLAN & ~side, USUAL).worth
    return usual, gone, max(best, usual), wanted


def usual_play(state: State) -> int:
    """Return a play of a clan card or an elite troop that looks good to the seat to move; pass if it has none."""
    unseen, terms, cards, hand = ~state.seen, state.terms, playable(state), 0
    weights = weights_of(state.taken[state.seat], state.taken[1 - state.seat])
    for card in cards:
        hand |= BIT[card]
    spots, lost = [], dict.fromkeys(cards, 0.0)
    for stone, mine, theirs in spots_of(state, weights):
        its, weight = terms[stone], weights[stone]
        size = size_of(its)
        lacking, they_lack = size - mine.bit_count(), min(3, size - theirs.bit_count())
        slope, lead = SLOPE[min(3, lacking)][they_lack], LEAD[min(3, lacking)][they_lack]
        usual, gone, _, wanted = rating_of(theirs, its)
        other = usual if wanted & unseen else gone
        usual, gone, held, wanted = rating_of(mine, its)
        odds = slope * ((usual if wanted & unseen else gone) - other) + lead
        before, loss = odds / (1 + abs(odds)), 0.0
        wanted &= hand
        if wanted and mine:
            odds = slope * (held - other) + lead
            now = odds / (1 + abs(odds))
            loss = weight * (now - before) / wanted.bit_count()
            before = now
            for card in cards:
                if wanted >> card & 1:
                    lost[card] += loss
        spots.append((stone, mine, its, weight, other, before, loss, wanted, SLOPE[lacking - 1][they_lack], LEAD[lacking - 1][they_lack]))
    best, choice = -9.0, PASS
    for stone, mine, its, weight, other, before, loss, kept, slope, lead in spots:
        full = wanted_by(mine, its) if before > -0.8 else 0
        for card in cards:
            if full and not full >> card & 1:
                continue
            bit = BIT[card]
            usual, gone, held, wanted = rating_of(mine | bit, its)
            odds = slope * ((held if wanted & hand & ~bit else usual if wanted & unseen else gone) - other) + lead
            gain = weight * (odds / (1 + abs(odds)) - before) - LOST * lost[card]
            if kept & bit:
                gain += LOST * loss
            if card > 53:
                gain -= 2 * PRICES[NAMES[card]]
            if gain > best:
                best, choice = gain, card + (stone << 6)
    return choice if choice != PASS else state.legal_plays()[0]
