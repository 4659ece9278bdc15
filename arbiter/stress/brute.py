"""What a side is worth and what may beat it, by trying everything."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, pairwise, product
from math import comb
from random import Random

from arbiter.rules.cards import JOKER, SECOND_JOKER, SHIELD, SPY, cards_in
from arbiter.rules.formations import BLIND_TERMS, MUD_TERMS, RUN_OVER_COLOUR_TERMS

_MAY_BE: dict[int, Sequence[int]] = {JOKER: range(1, 10), SECOND_JOKER: range(1, 10), SPY: (7,), SHIELD: (1, 2, 3)}


def is_complete(side: int, terms: int) -> bool:
    """Tell whether a side has all its cards."""
    return side.bit_count() == (4 if terms & MUD_TERMS else 3)


@lru_cache(maxsize=1 << 17)
def worth(side: int, terms: int) -> tuple[int, int]:
    """Return the rank (0 to 4) and the sum of a complete side at its best."""
    cards = cards_in(side)
    clan = [card for card in cards if card < JOKER]
    is_colour = len({card % 6 for card in clan}) <= 1
    values = [card // 6 + 1 for card in clan]
    elites = [_MAY_BE[card] for card in cards if card >= JOKER]
    return max(_worth([*values, *picked], is_colour, terms) for picked in product(*elites))


def _worth(values: list[int], is_colour: bool, terms: int) -> tuple[int, int]:
    total = sum(values)
    if terms & BLIND_TERMS:
        return 0, total
    run, colour = (2, 1) if terms & RUN_OVER_COLOUR_TERMS else (1, 2)
    values.sort()
    is_run = all(after - before == 1 for before, after in pairwise(values))
    if is_run and is_colour:
        return 4, total
    if values[0] == values[-1]:
        return 3, total
    return (colour if is_colour else run if is_run else 0), total


def completions(side: int, unseen: int, terms: int, most: int, random: Random) -> Iterator[int]:
    """Yield the complete sides that an incomplete one may become: all of them, or `most` if there are more."""
    cards = cards_in(unseen)
    missing = (4 if terms & MUD_TERMS else 3) - side.bit_count()
    if comb(len(cards), missing) <= most:
        chosen: Iterator[Sequence[int]] = combinations(cards, missing)
    else:
        chosen = (random.sample(cards, missing) for _ in range(most))
    for taken in chosen:
        yield side | sum(1 << card for card in taken)
