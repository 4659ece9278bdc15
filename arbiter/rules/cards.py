"""The 64 cards as small integers, and sets of cards as bit masks.

A clan card is ``(value - 1) * 6 + colour``, 0 to 53, so that a higher value is always a higher bit. The tactics cards
follow at 54 to 63. A set of cards is an integer with bit ``card`` set for each card in it.
"""

from collections.abc import Iterable
from typing import Final

COLOURS: Final = "ROYGBP"
VALUES: Final = range(1, 10)
CLAN_CARDS: Final = range(54)
JOKER, SECOND_JOKER, SPY, SHIELD, BLIND, MUD, RECRUITER, STRATEGIST, BANSHEE, TRAITOR = TACTICS_CARDS = range(54, 64)

NAMES: Final[tuple[str, ...]] = (
    *(f"{colour}{value}" for value in VALUES for colour in COLOURS),
    *("joker", "joker", "spy", "shield", "blind", "mud", "recruiter", "strategist", "banshee", "traitor"),
)
BIT: Final = tuple(1 << card for card in range(64))
CLAN: Final = (1 << 54) - 1
JOKERS: Final = BIT[JOKER] | BIT[SECOND_JOKER]
ELITES: Final = JOKERS | BIT[SPY] | BIT[SHIELD]
TROOPS: Final = CLAN | ELITES
MODES: Final = BIT[BLIND] | BIT[MUD]

VALUE_OF: Final = tuple(card // 6 + 1 for card in CLAN_CARDS)
COLOUR_OF: Final = tuple(card % 6 for card in CLAN_CARDS)
OF_VALUE: Final = (0, *(0b111111 << (value - 1) * 6 for value in VALUES))
OF_COLOUR: Final = tuple(sum(1 << card for card in range(colour, 54, 6)) for colour in range(6))

_BY_NAME: Final = {name: card for card, name in reversed(list(enumerate(NAMES)))}


class UnknownCardError(ValueError):
    """A word that names no card; ``word`` is that word."""

    def __init__(self, word: str) -> None:
        super().__init__(f"{word!r} is no card (a clan card is one of {COLOURS} and a value 1-9, as in R5)")
        self.word = word


def parse_card(name: str) -> int:
    """Return the card called `name`; ``joker`` is the first joker. Raise `UnknownCardError` for any other word."""
    try:
        return _BY_NAME[name]
    except KeyError:
        raise UnknownCardError(name) from None


def cards_in(mask: int) -> list[int]:
    """Return the cards of a set in ascending order."""
    cards = []
    while mask:
        low = mask & -mask
        cards.append(low.bit_length() - 1)
        mask ^= low
    return cards


def names_in(mask: int) -> list[str]:
    """Return the names of a set's cards, clan cards by value, then tactics cards."""
    return [NAMES[card] for card in cards_in(mask)]


def mask_of(cards: Iterable[int]) -> int:
    """Return the set of `cards`; a second joker in it is the other joker.

    Raise `ValueError` if a card other than the joker occurs twice, or the joker three times.
    """
    mask = 0
    for card in cards:
        if mask >> card & 1:
            if card != JOKER or mask >> SECOND_JOKER & 1:
                raise ValueError(f"the card {NAMES[card]} occurs more than once")
            card = SECOND_JOKER
        mask |= 1 << card
    return mask


def parse_cards(names: Iterable[str]) -> int:
    """Return the set of the cards called `names`. Errors are those of `parse_card` and `mask_of`."""
    return mask_of(parse_card(name) for name in names)
