"""What greedy and careful reckon with: the table after a play, the odds of a side, the weight of a stone."""

import importlib
from itertools import product

import pytest

from arbiter.rules.cards import CLAN, parse_cards
from protocol.client import Client, weakest
from tests.bots.conftest import BOTS
from tests.bots.positions import game, turn


@pytest.fixture(autouse=True)
def beside_the_bots(monkeypatch):
    monkeypatch.syspath_prepend(str(BOTS / "python"))


def mask(text):
    return parse_cards(text.split(","))


def lay(hand, **fields):
    views = []
    client = Client(lambda view: views.append(view) or "pass", weakest, name="spectator")
    client.answer(game(variant="tactics"))
    client.answer(turn(3, hand, **fields))
    return importlib.import_module("table").Table(views[0])


@pytest.mark.parametrize(
    ("play", "mine", "theirs", "touched"),
    [
        ("R9 1", {1: "R8,R9", 2: "spy"}, {1: "G1,G2", 2: "G3"}, {1}),
        ("joker 3", {1: "R8", 2: "spy", 3: "joker"}, {1: "G1,G2", 2: "G3"}, {3}),
        ("strategist spy 1", {1: "R8,spy"}, {1: "G1,G2", 2: "G3"}, {1, 2}),
        ("strategist R8 discard", {2: "spy"}, {1: "G1,G2", 2: "G3"}, {1}),
        ("banshee G3", {1: "R8", 2: "spy"}, {1: "G1,G2"}, {2}),
        ("traitor G1 2", {1: "R8", 2: "spy,G1"}, {1: "G2", 2: "G3"}, {1, 2}),
        ("traitor G1 1", {1: "R8,G1", 2: "spy"}, {1: "G2", 2: "G3"}, {1}),
        ("mud 2", {1: "R8", 2: "spy"}, {1: "G1,G2", 2: "G3"}, {2}),
        ("recruiter 2+1", {1: "R8", 2: "spy"}, {1: "G1,G2", 2: "G3"}, set()),
        ("pass", {1: "R8", 2: "spy"}, {1: "G1,G2", 2: "G3"}, set()),
    ],
)
def test_a_play_changes_the_sides_that_it_touches(play, mine, theirs, touched):
    after = lay("R9,joker", s1="R8/G1,G2", s2="spy/G3").after(play)
    for sides, expected in zip(after.sides, (mine, theirs), strict=True):
        assert {stone: side for stone, side in enumerate(sides) if side} == {
            stone: mask(cards) for stone, cards in expected.items()
        }
    assert (set(after.touched), len(after.touched)) == (touched, len(touched))


def test_a_play_leaves_the_table_before_it_alone():
    table = lay("R9", s1="R8/G1")
    table.after("R9 1")
    assert (table.sides[0][1], table.hand) == (mask("R8"), mask("R9"))


def test_mud_makes_complete_sides_incomplete():
    table = lay("R9,mud", s1="R1,R2,R3/-")
    assert (table.is_complete(0, 1), table.missing(1)) == (True, 3)
    muddy = table.after("mud 1")
    assert (muddy.is_complete(0, 1), muddy.missing(1)) == (False, 5)


def test_hidden_cards_are_neither_in_hand_nor_face_up():
    table = lay("R9,spy", s1="R8/G1", discard="P1,mud")
    assert table.hidden == CLAN & ~mask("R9,R8,G1,P1")


@pytest.mark.parametrize(("side", "hand"), [("R1,R2,R3", "G1"), ("R4,R5", "R6,G6"), ("O7", "O8,B7"), ("spy", "R6,R8")])
@pytest.mark.parametrize("terms", [0, 1, 2, 3, 4])
def test_the_odds_of_a_side_add_up_to_one_strongest_first(side, hand, terms):
    odds = importlib.import_module("odds")
    found = odds.odds_of(mask(side), terms, mask(hand), CLAN & ~mask(side) & ~mask(hand), 0.3)
    powers = [power for power, _ in found.ways]
    assert sum(chance for _, chance in found.ways) == pytest.approx(1)
    assert powers == sorted(powers, reverse=True)


def test_a_card_that_is_gone_lowers_the_odds_and_a_card_in_hand_raises_them():
    odds = importlib.import_module("odds")
    side, hidden = mask("R4,R5"), CLAN & ~mask("R4,R5")
    plain = odds.odds_of(side, 0, 0, hidden, 0.3).worth
    assert odds.odds_of(side, 0, 0, hidden & ~mask("R6"), 0.3).worth < plain
    assert odds.odds_of(side, 0, mask("R6"), hidden & ~mask("R6"), 0.3).worth > plain


@pytest.mark.parametrize("tie", [0.0, 0.5, 1.0])
def test_the_chance_to_win_a_stone_counts_every_pair_of_ways(tie):
    odds = importlib.import_module("odds")
    mine = odds.Odds(((200, 0.2), (90, 0.3), (90, 0.1), (20, 0.4)), 0)
    theirs = odds.Odds(((270, 0.1), (90, 0.2), (90, 0.2), (30, 0.3), (20, 0.2)), 0)
    pairs = product(mine.ways, theirs.ways)
    expected = sum(p * q * ((power > other) + tie * (power == other)) for (power, p), (other, q) in pairs)
    assert odds.win_chance(mine, theirs, tie) == pytest.approx(expected)


def test_a_stone_weighs_what_it_decides():
    careful = importlib.import_module("careful")
    none = dict.fromkeys(range(1, 10), 0.0)
    assert careful.weigh(3, none | {1: 1.0, 2: 1.0, 7: 1.0}) == 0.5
    assert careful.weigh(9, none | {1: 1.0, 2: 1.0}) == 0.0
    assert careful.weigh(5, none | {1: 1.0, 3: 1.0, 7: 1.0, 9: 1.0}) == 1.0
