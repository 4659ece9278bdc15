"""Deals: what the documented generator gives, and that nothing gives it away."""

from collections import Counter
from hashlib import sha256
from pathlib import Path

from arbiter.rules.cards import NAMES
from arbiter.rules.variants import VARIANTS, rules_of
from tournaments import deals

BASE, TACTICS = rules_of("base"), rules_of("tactics")


def names(cards):
    return [NAMES[card] for card in cards]


def test_decks_are_those_of_the_documented_generator():
    clan = [colour + value for colour in "ROYGBP" for value in "123456789"]
    elites = ["joker", "joker2", "spy", "shield", "blind", "mud", "recruiter", "strategist", "banshee", "traitor"]

    def digest(card):
        return sha256(f"reiver-1|tactics|7|{card}|reiver".encode()).hexdigest()

    clan_deck, tactics_deck = deals.decks("reiver", TACTICS, 7)
    assert names(clan_deck) == sorted(clan, key=digest)
    assert names(tactics_deck) == [card.replace("joker2", "joker") for card in sorted(elites, key=digest)]


def test_first_deck_of_the_readme():
    clan_deck, tactics_deck = deals.decks("reiver", BASE, 1)
    assert names(clan_deck)[:6] == ["G7", "O7", "R8", "G9", "B5", "B3"]
    assert tactics_deck == ()
    readme = Path(deals.__file__).with_name("README.md").read_text("utf-8")
    assert f"`{','.join(names(clan_deck)[:6])}`" in readme
    assert f"`{deals.salt('reiver', 'base/1/greedy:random/1')}`" in readme


def test_decks_differ_by_seed_variant_and_number_and_by_nothing_else():
    made = [
        deals.decks(seed, rules_of(variant), number)[0] for seed in "ab" for variant in VARIANTS for number in (1, 2)
    ]
    assert len(set(made)) == len(made)
    assert deals.decks("a", rules_of("base", "run-over-colour", 0), 1) == deals.decks("a", BASE, 1)


def test_each_card_is_on_top_about_as_often():
    tops = Counter(deals.decks("fair", BASE, number)[0][0] for number in range(1, 5401))
    assert len(tops) == 54
    assert sum((count - 100) ** 2 / 100 for count in tops.values()) < 95  # chi-squared, 53 degrees: P < 0.0004


def test_salts_and_bot_seeds_differ_from_game_to_game_and_from_seat_to_seat():
    games = ["base/1/a:b/1", "base/1/a:b/2", "base/2/a:b/1"]
    assert len({deals.salt("s", game) for game in games}) == 3
    seeds = [seed for game in games for seed in deals.bot_seeds("s", game)]
    assert len(set(seeds)) == 6
    assert all(0 <= seed < 1 << 63 for seed in seeds)


def test_seed_with_separators_gives_decks_of_its_own():
    assert deals.decks("R1|a", BASE, 1) != deals.decks("a", BASE, 1)


def test_commitment_is_opened_by_salt_and_decks():
    decks = deals.decks("reiver", TACTICS, 1)
    deal = deals.deal("reiver", 1, decks, "tactics/1/a:b/1")
    text = f"{deal.salt}|{','.join(names(decks[0]))}|{','.join(names(decks[1]))}"
    assert deal.commitment == sha256(text.encode()).hexdigest()
    assert deal.commitment != deals.deal("reiver", 1, decks, "tactics/1/a:b/2").commitment
