import random
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbiter.rules.cards import CLAN_CARDS, NAMES, parse_cards
from arbiter.rules.formations import (
    BLIND_TERMS,
    MUD_TERMS,
    RUN_OVER_COLOUR_TERMS,
    Formation,
    describe,
    reach,
    size_of,
    strength,
    sum_of,
)

from . import naive

BITS = [1 << card for card in CLAN_CARDS]
NUMBERS = {
    3: ({"colour-run": 42, "of-a-kind": 180, "colour": 462, "run": 1470, "sum": 22650}, 63),
    4: ({"colour-run": 36, "of-a-kind": 135, "colour": 720, "run": 7740, "sum": 307620}, 71),
}


def of(names: str, terms: int = 0) -> str:
    return describe(strength(parse_cards(names.split()), terms), terms)


@pytest.mark.parametrize("size", [3, 4])
@pytest.mark.parametrize("option", [0, RUN_OVER_COLOUR_TERMS])
def test_all_sets_fall_into_the_known_numbers_of_formations_and_strengths(size, option):
    terms = option | (MUD_TERMS if size == 4 else 0)
    plain = strength.__wrapped__
    counts = Counter(plain(sum(bits), terms) for bits in combinations(BITS, size))
    by_formation: Counter[str] = Counter()
    for power, count in counts.items():
        by_formation[describe(power, terms).split()[0]] += count
    assert (dict(by_formation), len(counts)) == NUMBERS[size]


@pytest.mark.parametrize("ranking", list(naive.ORDER))
def test_every_set_of_three_is_as_strong_as_the_plain_reading_says(ranking):
    terms = terms_of((), ranking)
    for cards in combinations(CLAN_CARDS, 3):
        names = tuple(NAMES[card] for card in cards)
        assert divmod(strength(sum(BITS[card] for card in cards), terms), 64) == naive.worth(names, (), ranking)


@pytest.mark.parametrize("ranking", list(naive.ORDER))
@pytest.mark.parametrize("modes", [("mud",), ("blind",), ("blind", "mud")])
def test_sets_under_modes_are_as_strong_as_the_plain_reading_says(modes, ranking):
    rng = random.Random(1)
    terms = terms_of(modes, ranking)
    pool = list(CLAN_CARDS)
    for _ in range(3000):
        values = rng.sample(range(1, 10), 3)
        near = [card for card in pool if card // 6 + 1 in values or card % 6 == values[0] % 6]
        cards = rng.sample(rng.choice([pool, near]), size_of(terms))
        names = tuple(sorted(NAMES[card] for card in cards))
        assert divmod(strength(sum(BITS[card] for card in cards), terms), 64) == naive.worth(names, modes, ranking)


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from([(), ("mud",), ("blind",), ("blind", "mud")]),
    st.sampled_from(list(naive.ORDER)),
    st.sets(st.sampled_from(["joker", "spy", "shield"]), min_size=1, max_size=2),
    st.permutations([f"{colour}{value}" for colour in "RG" for value in range(1, 10)]),
)
def test_elite_troops_are_worth_their_best(modes, ranking, elites, clan):
    size = naive.size_of(modes)
    side = (*elites, *clan[: size - len(elites)])
    power = strength(parse_cards(side), terms_of(modes, ranking))
    assert divmod(power, 64) == naive.worth(tuple(sorted(side)), modes, ranking)


def terms_of(modes: tuple[str, ...], ranking: str) -> int:
    terms = RUN_OVER_COLOUR_TERMS if ranking == "run-over-colour" else 0
    return terms | BLIND_TERMS * ("blind" in modes) | MUD_TERMS * ("mud" in modes)


@pytest.mark.parametrize(
    ("side", "formation"),
    [
        ("R7 R8 R9", "colour-run of 24"),
        ("R9 R7 R8", "colour-run of 24"),
        ("R8 G8 B8", "of-a-kind of 24"),
        ("P2 P5 P9", "colour of 16"),
        ("R1 B2 P3", "run of 6"),
        ("R8 G9 B1", "sum of 18"),
        ("P9 P1 P2", "colour of 12"),
        ("R5 G5 B6", "sum of 16"),
    ],
)
def test_three_cards_make_a_formation(side, formation):
    assert of(side) == formation


@pytest.mark.parametrize(
    ("side", "formation"),
    [
        ("R5 R6 joker", "colour-run of 18"),
        ("R5 R7 joker", "colour-run of 18"),
        ("R5 G5 joker", "of-a-kind of 15"),
        ("R1 R5 joker", "colour of 15"),
        ("R5 G7 joker", "run of 18"),
        ("R1 G5 joker", "sum of 15"),
        ("R9 R2 joker", "colour of 20"),
        ("R8 R9 spy", "colour-run of 24"),
        ("R7 G7 spy", "of-a-kind of 21"),
        ("R1 R2 shield", "colour-run of 6"),
        ("R2 R3 shield", "colour-run of 6"),
        ("R3 R4 shield", "colour-run of 9"),
        ("R1 G1 shield", "of-a-kind of 3"),
        ("R9 G4 shield", "sum of 16"),
        ("spy shield R2", "colour of 12"),
        ("joker spy shield", "colour of 19"),
        ("joker spy R1", "colour of 17"),
        ("joker spy G8", "colour-run of 24"),
        ("joker shield G2", "colour-run of 9"),
    ],
)
def test_an_elite_troop_is_what_makes_its_side_strongest(side, formation):
    assert of(side) == formation


@pytest.mark.parametrize(
    ("side", "formation"),
    [
        ("R6 R7 R8 R9", "colour-run of 30"),
        ("R7 O7 Y7 G7", "of-a-kind of 28"),
        ("R1 R2 R3 R9", "colour of 15"),
        ("R1 O2 Y3 G4", "run of 10"),
        ("R7 O7 Y7 P2", "sum of 23"),
        ("R2 O3 Y4 P9", "sum of 18"),
        ("R4 R5 R6 shield", "colour-run of 18"),
        ("joker spy shield R1", "colour of 20"),
        ("joker spy R8 R9", "colour-run of 30"),
    ],
)
def test_under_mud_formations_are_of_four_cards(side, formation):
    assert of(side, MUD_TERMS) == formation


@pytest.mark.parametrize("side", ["R7 R8 R9", "R8 O8 Y8", "joker spy R8", "joker R9 P6"])
def test_under_blind_everything_is_a_sum(side):
    assert of(side, BLIND_TERMS) == "sum of 24"


def test_under_blind_elite_troops_count_their_highest_value():
    assert of("joker spy shield", BLIND_TERMS) == "sum of 19"
    assert of("joker spy shield R1", BLIND_TERMS | MUD_TERMS) == "sum of 20"


def test_the_option_swaps_colour_and_run_and_nothing_else():
    colour, run, kind = (parse_cards(side.split()) for side in ("R1 R2 R4", "O7 Y8 P9", "R1 O1 Y1"))
    assert strength(run, 0) < strength(colour, 0) < strength(kind, 0)
    option = RUN_OVER_COLOUR_TERMS
    assert strength(colour, option) < strength(run, option) < strength(kind, option)
    assert of("O7 Y8 P9", option) == "run of 24"
    assert of("R1 R2 R4", option) == "colour of 7"


def test_elite_troops_choose_by_the_ranking_that_is_played():
    assert of("R4 R8 joker") == "colour of 21"
    assert of("R7 G8 joker", RUN_OVER_COLOUR_TERMS) == "run of 24"


def test_the_default_ranking_is_colour_run_kind_colour_run_sum():
    assert [str(formation) for formation in Formation] == ["sum", "run", "colour", "of-a-kind", "colour-run"]


def test_what_a_side_may_become_lists_the_strongest_way_first():
    ways = reach(parse_cards(["R5"]), 0)
    assert ways.missing == 2
    for kind in (ways.colour_runs, ways.kinds, ways.runs):
        powers = [way[0] for way in kind]
        assert powers == sorted(powers, reverse=True)


def test_a_sum_counts_elite_troops_at_their_highest():
    assert sum_of(parse_cards(["R5", "joker", "spy", "shield"])) == 5 + 9 + 7 + 3
    assert sum_of(0) == 0
