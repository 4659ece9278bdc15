import random

import pytest
from hypothesis import given, settings

from arbiter.rules.cards import JOKER, SECOND_JOKER, SPY, UnknownCardError, parse_card
from arbiter.rules.notation import PlayError, format_play, parse_play, parse_returns, parse_stone
from arbiter.rules.plays import PASS, TO_DISCARD, banshee, recruit, strategist, to_stone, traitor
from arbiter.rules.state import State

from .positions import ALL_RULES, SEEDS, deal, hold, lay, walk

R5, G7 = parse_card("R5"), parse_card("G7")


@settings(max_examples=40, deadline=None)
@given(ALL_RULES, SEEDS)
def test_every_legal_play_is_read_back_as_written(rules, seed):
    state = deal(rules, seed)
    for moment in walk(state, random.Random(seed)):
        if moment == "play":
            for play in state.legal_plays():
                assert parse_play(format_play(play, state).split(), state) == play


@pytest.mark.parametrize(
    ("play", "words"),
    [
        (PASS, "pass"),
        (to_stone(R5, 2), "R5 3"),
        (to_stone(SPY, 8), "spy 9"),
        (recruit(2), "recruiter 2+1"),
        (strategist(R5, 2), "strategist R5 3"),
        (strategist(R5, TO_DISCARD), "strategist R5 discard"),
        (banshee(G7), "banshee G7"),
        (traitor(G7, 2), "traitor G7 3"),
    ],
)
def test_a_play_has_words(play, words):
    state = deal("tactics")
    assert format_play(play, state) == format_play(play) == words
    assert parse_play(words.split(), state) == play


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("", "a play is expected"),
        ("R5", "one stone"),
        ("R5 0", "'0' is no stone"),
        ("R5 10", "'10' is no stone"),
        ("R5 3 4", "one stone"),
        ("spy", "one stone"),
        ("recruiter", "clan"),
        ("recruiter 3", "clan"),
        ("recruiter 2+", "clan"),
        ("recruiter 12+1", "clan"),
        ("strategist", "needs the card"),
        ("strategist R5", "one stone"),
        ("strategist R5 hand", "'hand' is no stone"),
        ("banshee", "needs the card"),
        ("banshee G7 3", "nothing is expected after banshee G7"),
        ("traitor G7", "one stone"),
        ("traitor G7 discard", "'discard' is no stone"),
    ],
)
def test_words_that_are_no_play_are_refused(words, expected):
    with pytest.raises(PlayError, match=expected):
        parse_play(words.split(), deal("tactics"))


@pytest.mark.parametrize("words", ["Q5 3", "strategist Q5 3", "banshee Q5"])
def test_a_word_that_is_no_card_is_named(words):
    with pytest.raises(UnknownCardError, match="'Q5'"):
        parse_play(words.split(), deal("tactics"))


def test_joker_is_the_one_in_the_hand():
    state = deal("tactics")
    hold(state, 0, "joker joker")
    assert parse_play(["joker", "3"], state) == to_stone(JOKER, 2)
    state.hands[0] = [SECOND_JOKER]
    assert parse_play(["joker", "3"], state) == to_stone(SECOND_JOKER, 2)


def test_a_moved_joker_is_the_one_on_that_side():
    state = deal("tactics")
    state.place(0, SECOND_JOKER, 0)
    state.place(1, JOKER, 0)
    assert parse_play(["strategist", "joker", "3"], state) == strategist(SECOND_JOKER, 2)
    assert parse_play(["banshee", "joker"], state) == banshee(JOKER)


def test_a_recruiter_whose_cards_do_not_add_up_is_read_but_never_legal():
    state = deal("tactics")
    hold(state, 0, "recruiter R5")
    for words in ("recruiter 2+2", "recruiter 0+0", "recruiter 9+9"):
        assert state.illegality(parse_play(words.split(), state))


def test_a_recruiter_is_written_with_the_cards_that_exist():
    state = State.deal(deal("tactics").rules, range(16), [SPY])
    assert format_play(recruit(2), state) == "recruiter 2+1"
    state.draw(0, 0)
    assert format_play(recruit(1), state) == "recruiter 1+1"


def test_returned_jokers_are_those_in_the_hand():
    state = deal("tactics")
    hold(state, 0, "joker joker R5")
    assert parse_returns(["joker", "joker"], state) == [JOKER, SECOND_JOKER]
    assert parse_returns(["R5", "joker"], state) == [R5, JOKER]
    state.hands[0] = [SECOND_JOKER, R5]
    assert parse_returns(["joker"], state) == [SECOND_JOKER]
    with pytest.raises(UnknownCardError, match="'Q5'"):
        parse_returns(["Q5"], state)


def test_stones_are_written_from_one_to_nine():
    assert [parse_stone(str(number)) for number in range(1, 10)] == list(range(9))
    for word in ("", "0", "10", "a", "²"):
        with pytest.raises(PlayError):
            parse_stone(word)


def test_a_card_is_read_wherever_it_is_laid():
    state = deal("tactics")
    lay(state, 1, "G7", 4)
    assert format_play(parse_play(["traitor", "G7", "4"], state), state) == "traitor G7 4"
