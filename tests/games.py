"""Orders and decks for tests."""

from arbiter.control import MS, TimeControl
from arbiter.order import Deal, Order
from arbiter.rules.cards import CLAN_CARDS, TACTICS_CARDS, parse_card
from arbiter.rules.variants import rules_of

TIME = TimeControl(move_ns=1000 * MS, margin_ns=20 * MS)


def whole_deck(first: str, cards: range = CLAN_CARDS) -> tuple[int, ...]:
    """A deck that starts with the cards named; the others follow in ascending order."""
    top = [parse_card(name) for name in first.split()]
    return (*top, *(card for card in cards if card not in top))


def order(
    variant: str = "base",
    clan: str = "",
    tactics: str = "",
    time: TimeControl = TIME,
    strict: bool = False,
    game: str = "game-1",
    seats: tuple[int, int] = (0, 1),
) -> Order:
    rules = rules_of(variant)
    tactics_deck = whole_deck(tactics, TACTICS_CARDS) if rules.tactics else ()
    deal = Deal("seed", 1, whole_deck(clan), tactics_deck, "salt")
    return Order(game, rules, deal, seats=seats, time=time, strict=strict)
