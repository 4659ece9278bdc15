"""Decks for games at random: rules of every kind, whole decks and odd ones."""

from collections.abc import Sequence
from random import Random

from arbiter.order import Deal
from arbiter.rules.cards import CLAN_CARDS, TACTICS_CARDS
from arbiter.rules.variants import VARIANTS, Ranking, Rules, rules_of

ODD = 0.3


def any_rules(random: Random) -> Rules:
    """Return the rules of any variant, with any options."""
    variant = random.choice(VARIANTS)
    lead = 0 if random.random() < 0.2 else 1
    return rules_of(variant, random.choice(list(Ranking)), lead)


def any_deal(rules: Rules, random: Random, odd: float = ODD) -> Deal:
    """Return a deal of shuffled decks, of which some (`odd` is their share) are shorter than a whole one."""
    clan = random.sample(CLAN_CARDS, 54)
    tactics = random.sample(TACTICS_CARDS, 10) if rules.tactics else []
    if random.random() < odd:
        clan = clan[: random.randint(2 * rules.hand_size, 54)]
        tactics = tactics[: random.randint(0, 10)]
    return deal_of(clan, tactics)


def deal_of(clan: Sequence[int], tactics: Sequence[int]) -> Deal:
    """Return the deal of two decks."""
    return Deal("transcript", 1, tuple(clan), tuple(tactics), "salt")
