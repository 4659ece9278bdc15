"""Deals: decks, salts and bot seeds that follow from a plan's seed, so that any program in any language can check them.

Everything is the SHA-256 of a UTF-8 text whose last part is the plan's seed:

* a deck is its cards in ascending order of the hex digests of ``reiver-1|VARIANT|NUMBER|CARD|SEED``, the first card on
  top; CARD is the card's name, the second joker's is ``joker2``; clan deck and tactics deck are sorted each for itself;
* the salt of a game is the first 32 hex digits of ``reiver-1|salt|GAME|SEED``, GAME being its id;
* the seed of a bot in a game is the first 63 bits of ``reiver-1|seat|GAME|SEAT|SEED``, SEAT being 0 or 1.

NUMBER counts the deals of a variant from 1. Every pairing plays the same deals, and both games of a pair the same deck.
Whoever knows the seed knows every deck: a plan with a seed that can be guessed trusts its bots not to. The default seed
is random.
"""

from hashlib import sha256

from arbiter.order import Deal
from arbiter.record import GameRecord
from arbiter.rules.cards import CLAN_CARDS, NAMES, SECOND_JOKER, TACTICS_CARDS
from arbiter.rules.variants import Rules, rules_of

GENERATOR = "reiver-1"

Decks = tuple[tuple[int, ...], tuple[int, ...]]

_TEXTS = tuple("joker2" if card == SECOND_JOKER else name for card, name in enumerate(NAMES))


def decks(seed: str, rules: Rules, number: int) -> Decks:
    """Return the clan deck and the tactics deck of a deal, top card first; without tactics the second is empty."""
    start = f"{GENERATOR}|{rules.variant}|{number}|"
    return _shuffled(CLAN_CARDS, start, seed), _shuffled(TACTICS_CARDS if rules.tactics else range(0), start, seed)


def deal(seed: str, number: int, dealt: Decks, game: str) -> Deal:
    """Return the deal of the game with the id `game`, which plays the decks `dealt`."""
    return Deal(seed, number, *dealt, salt(seed, game))


def is_deal_of(record: GameRecord, seed: str) -> bool:
    """Tell whether a game was played with the decks and the salt that follow from a plan's seed."""
    rules = rules_of(record.rules.variant)
    clan, tactics = decks(seed, rules, record.deal.number)
    followed = deal(seed, record.deal.number, (clan, tactics), record.id)
    dealt = record.deal.clan, record.deal.tactics, record.deal.salt
    return dealt == (tuple(NAMES[card] for card in clan), tuple(NAMES[card] for card in tactics), followed.salt)


def salt(seed: str, game: str) -> str:
    """Return the salt of a game's commitment.

    Late in a game so few cards are unseen that a bot could try all their orders against a bare hash of the deck. The
    salt stops that, as long as it is secret; it differs from game to game so that no game opens the commitment of
    another.
    """
    return _digest(f"{GENERATOR}|salt|{game}|{seed}")[:32]


def bot_seeds(seed: str, game: str) -> tuple[int, int]:
    """Return the numbers that the bots of a game get for their own random choices, in seat order."""
    return _bot_seed(seed, game, 0), _bot_seed(seed, game, 1)


def _bot_seed(seed: str, game: str, seat: int) -> int:
    return int(_digest(f"{GENERATOR}|seat|{game}|{seat}|{seed}")[:16], 16) >> 1


def _shuffled(cards: range, start: str, seed: str) -> tuple[int, ...]:
    return tuple(sorted(cards, key=lambda card: _digest(f"{start}{_TEXTS[card]}|{seed}")))


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()
