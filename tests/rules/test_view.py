from arbiter.rules.cards import parse_card
from arbiter.rules.formations import BLIND_TERMS, MUD_TERMS
from arbiter.rules.view import View, view, wins_ties

from .positions import deal, hold, lay


def test_a_view_is_the_table_the_own_hand_and_counts():
    state = deal("tactics")
    hold(state, 0, "R5 spy G2")
    hold(state, 1, "B5 B6 joker joker mud")
    lay(state, 0, "R6 R7", 1)
    lay(state, 1, "B2 shield", 1)
    lay(state, 1, "O7 O8 O9", 3)
    lay(state, 0, "Y1 Y2 Y3", 4)
    state.change_terms(4, BLIND_TERMS)
    state.change_terms(4, MUD_TERMS)
    state.seat = 1
    state.claim(2)
    state.discard = 1 << parse_card("banshee") | 1 << parse_card("P9")
    state.tactics_played, state.jokers_played = [1, 2], [0, 1]
    stones = [((), ())] * 9
    stones[0] = ("R6", "R7"), ("B2", "shield")
    stones[2] = (), ("O7", "O8", "O9")
    stones[3] = ("Y1", "Y2", "Y3"), ()
    assert view(state, 0) == View(
        hand=("G2", "R5", "spy"),
        stones=tuple(stones),
        mine=(),
        theirs=(3,),
        first=(4,),
        blind=(5,),
        mud=(5,),
        discard=("P9", "banshee"),
        deck=(40, 10),
        opponent=(2, 3),
        played=(1, 2),
        jokers=(0, 1),
    )


def test_the_other_seat_sees_the_same_table_from_its_side():
    state = deal("tactics")
    lay(state, 0, "R6 R7", 1)
    lay(state, 1, "B2", 1)
    assert view(state, 0).stones[0] == (("R6", "R7"), ("B2",))
    assert view(state, 1).stones[0] == (("B2",), ("R6", "R7"))


def test_a_side_wins_ties_if_the_other_is_incomplete_or_later():
    state = deal()
    lay(state, 0, "R1 R2 R3", 1)
    lay(state, 1, "B1 B2 B3", 1)
    lay(state, 1, "B4 B5 B6", 2)
    lay(state, 0, "R4 R5 R6", 2)
    lay(state, 0, "Y4 Y5 Y6", 3)
    assert (wins_ties(state, 0), wins_ties(state, 1)) == (0b101, 0b010)
    state.claim(0)
    assert (wins_ties(state, 0), wins_ties(state, 1)) == (0b100, 0b010)
