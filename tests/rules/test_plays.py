from arbiter.rules import plays
from arbiter.rules.cards import BANSHEE, RECRUITER, SPY, STRATEGIST, TRAITOR


def test_a_play_holds_card_stone_and_moved_card():
    for play, parts in (
        (plays.to_stone(SPY, 8), (SPY, 8, 0)),
        (plays.recruit(2), (RECRUITER, 2, 0)),
        (plays.strategist(53, plays.TO_DISCARD), (STRATEGIST, 9, 53)),
        (plays.banshee(SPY), (BANSHEE, 0, SPY)),
        (plays.traitor(17, 4), (TRAITOR, 4, 17)),
    ):
        assert (play & 63, play >> 6 & 15, play >> 10) == parts


def test_a_set_of_stones_lists_its_stones_from_left_to_right():
    assert plays.STONES[0b100000101] == (0, 2, 8)
    assert plays.AT[0b100000101] == (0, 2 << 6, 8 << 6)
    assert plays.STONES[0] == ()
