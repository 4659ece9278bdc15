from arbiter.rules.cards import cards_in, parse_card
from arbiter.rules.endings import ENDINGS, NOBODY, Ending
from arbiter.rules.formations import MUD_TERMS
from arbiter.rules.plays import PASS

from .positions import deal, lay


def stuck(variant="base", first=None, second=None):
    """Return a position of empty hands, with the cards of both seats by stone, after two passes."""
    state = deal(variant)
    for seat, sides in enumerate((first or {}, second or {})):
        for stone, names in sides.items():
            lay(state, seat, names, stone)
    state.hands = [[], []]
    return state


def adjudicate(state):
    for _ in range(2):
        assert state.ending is None
        state.play(PASS)
        state.end_turn()
    return state.ending, state.winner, [[stone + 1 for stone in cards_in(taken)] for taken in state.taken]


def test_a_set_of_stones_wins_by_five_or_by_three_adjacent():
    for taken in range(512):
        row = "".join("x" if taken >> stone & 1 else "." for stone in range(9))
        expected = Ending.STONES if row.count("x") >= 5 else Ending.ADJACENT if "xxx" in row else None
        assert ENDINGS[taken] == expected


def test_nothing_on_the_table_is_a_draw():
    assert adjudicate(stuck()) == (Ending.DRAW, NOBODY, [[], []])


def test_one_pass_ends_nothing():
    state = stuck()
    state.play(PASS)
    state.end_turn()
    assert state.ending is None


def test_the_seat_to_move_wins_by_its_claims_before_the_other_is_asked():
    runs = {1: "R7 R8 R9", 2: "O7 O8 O9", 3: "Y7 Y8 Y9"}, {7: "G7 G8 G9", 8: "B7 B8 B9", 9: "P7 P8 P9"}
    assert adjudicate(stuck("base", *runs)) == (Ending.ADJUDICATED, 0, [[1, 2, 3], []])
    state = stuck("base", *runs)
    state.seat = 1
    assert adjudicate(state) == (Ending.ADJUDICATED, 1, [[], [7, 8, 9]])


def test_claims_of_the_seat_to_move_that_do_not_win_are_kept():
    runs = {1: "R7 R8 R9", 2: "O7 O8 O9"}, {7: "G7 G8 G9", 8: "B7 B8 B9", 9: "P7 P8 P9"}
    assert adjudicate(stuck("base", *runs)) == (Ending.ADJUDICATED, 1, [[1, 2], [7, 8, 9]])


def test_the_seat_to_move_is_the_same_after_an_adjudication():
    runs = {}, {7: "G7 G8 G9", 8: "B7 B8 B9", 9: "P7 P8 P9"}
    state = stuck("base", *runs)
    adjudicate(state)
    assert (state.seat, state.turn) == (0, 3 + 9)


def test_a_complete_side_beats_a_higher_sum():
    state = stuck("base", {5: "R1 O2 Y4"}, {5: "G9 B9"})
    assert adjudicate(state) == (Ending.DRAW, NOBODY, [[5], []])


def test_a_side_that_lost_a_card_is_no_complete_side():
    state = stuck("tactics", {5: "R1 O2 Y4"}, {5: "G9 B9"})
    state.remove(0, parse_card("Y4"), 4)
    assert adjudicate(state) == (Ending.DRAW, NOBODY, [[], [5]])


def test_a_higher_sum_takes_a_stone_and_an_equal_one_none():
    state = stuck("base", {1: "R5", 2: "O5", 3: "Y5"}, {1: "R4", 2: "G6", 3: "B5"})
    assert adjudicate(state) == (Ending.DRAW, NOBODY, [[1], [2]])
    assert state.points() == (1, 1)


def test_elite_troops_count_their_highest():
    state = stuck("tactics", {1: "joker", 2: "spy", 3: "shield"}, {1: "R9", 2: "R6", 3: "R2 R1"})
    assert adjudicate(state) == (Ending.DRAW, NOBODY, [[2], []])


def test_three_cards_under_mud_are_no_complete_side():
    state = stuck("tactics", {1: "R1 R2 R3"}, {1: "G9"})
    state.change_terms(0, MUD_TERMS)
    assert adjudicate(state) == (Ending.DRAW, NOBODY, [[], [1]])


def test_if_both_have_a_winning_set_more_stones_win():
    state = stuck("base", {1: "R9", 2: "O9", 3: "Y9", 5: "G9"}, {7: "R1", 8: "O1", 9: "Y1"})
    assert adjudicate(state) == (Ending.ADJUDICATED, 0, [[1, 2, 3, 5], [7, 8, 9]])
    assert state.points() == (5, 3)


def test_if_both_have_a_winning_set_of_equal_size_nobody_wins():
    state = stuck("base", {1: "R9", 2: "O9", 3: "Y9"}, {7: "R1", 8: "O1", 9: "Y1"})
    assert adjudicate(state) == (Ending.DRAW, NOBODY, [[1, 2, 3], [7, 8, 9]])
    assert state.points() == (3, 3)


def test_five_scattered_stones_win_an_adjudication():
    state = stuck("base", {1: "R9", 3: "O9", 5: "Y9", 7: "G9", 9: "B9"}, {2: "R1"})
    assert adjudicate(state) == (Ending.ADJUDICATED, 0, [[1, 3, 5, 7, 9], [2]])


def test_players_that_never_claimed_get_what_a_claim_would_have_got():
    state = stuck("base", {4: "R7 R8 R9"}, {4: "G1 G2", 5: "B1 B2 B3"})
    lay(state, 0, "O1 Y3 P5", 5)
    assert adjudicate(state) == (Ending.DRAW, NOBODY, [[4], [5]])
