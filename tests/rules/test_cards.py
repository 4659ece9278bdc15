import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter.rules.cards import (
    CLAN,
    CLAN_CARDS,
    COLOUR_OF,
    COLOURS,
    ELITES,
    JOKER,
    MODES,
    NAMES,
    OF_COLOUR,
    OF_VALUE,
    SECOND_JOKER,
    TROOPS,
    VALUE_OF,
    UnknownCardError,
    cards_in,
    mask_of,
    names_in,
    parse_card,
    parse_cards,
)


def test_there_are_nine_clan_cards_in_each_of_six_colours():
    assert sorted(NAMES[:54]) == sorted(f"{colour}{value}" for colour in "ROYGBP" for value in range(1, 10))
    assert CLAN.bit_count() == 54


def test_there_are_ten_tactics_cards_two_of_them_jokers():
    assert sorted(NAMES[54:]) == sorted(
        ["joker", "joker", "spy", "shield", "blind", "mud", "recruiter", "strategist", "banshee", "traitor"]
    )
    assert TROOPS == CLAN | ELITES
    assert names_in(ELITES | MODES) == ["joker", "joker", "spy", "shield", "blind", "mud"]


def test_a_card_is_named_by_colour_and_value():
    assert all(NAMES[card] == f"{COLOURS[COLOUR_OF[card]]}{VALUE_OF[card]}" for card in CLAN_CARDS)


def test_colours_and_values_divide_the_clan_cards():
    assert sum(OF_COLOUR) == sum(OF_VALUE) == CLAN
    assert names_in(OF_VALUE[3] & OF_COLOUR[COLOURS.index("G")]) == ["G3"]


@pytest.mark.parametrize("card", [card for card in range(64) if card != SECOND_JOKER])
def test_every_name_is_parsed_to_its_card(card):
    assert parse_card(NAMES[card]) == card


@pytest.mark.parametrize("word", ["", "r5", "R0", "R10", "5R", "X5", "JOKER", "joker2", "R５"])
def test_an_unknown_card_is_named(word):
    with pytest.raises(UnknownCardError, match="is no card") as caught:
        parse_card(word)
    assert caught.value.word == word


def test_a_second_joker_in_a_set_is_the_other_joker():
    assert cards_in(parse_cards(["joker", "R1", "joker"])) == [parse_card("R1"), JOKER, SECOND_JOKER]


@pytest.mark.parametrize("names", [["R1", "R1"], ["spy", "spy"], ["joker", "joker", "joker"]])
def test_a_card_that_occurs_twice_makes_no_set(names):
    with pytest.raises(ValueError, match="occurs more than once"):
        parse_cards(names)


@given(st.sets(st.integers(0, 63)))
def test_a_set_of_cards_keeps_its_cards(cards):
    assert cards_in(mask_of(sorted(cards))) == sorted(cards)
