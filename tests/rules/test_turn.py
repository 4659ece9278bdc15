import pytest

from arbiter.rules.cards import cards_in, parse_card
from arbiter.rules.plays import PASS, recruit
from arbiter.rules.proof import Reason
from arbiter.rules.state import FROM_TACTICS, Ending
from arbiter.rules.turn import ALL, Game

from .positions import contents, deal, hold, lay, play


def game(variant: str, hand: str) -> Game:
    state = deal(variant)
    hold(state, 0, hand)
    return Game(state)


def test_a_turn_is_play_claim_and_draw():
    played = game("base", "R9 G1 G2 G3 G4 G5")
    lay(played.state, 0, "R7 R8", 3)
    turn = played.take(play(played.state, "R9", 3), [2])
    assert (turn.granted, turn.refused, turn.drawn, turn.illegal, turn.is_over) == ([2], [], (1, 0), None, True)
    assert (played.state.seat, len(played.state.hands[0])) == (1, 6)


def test_claims_are_settled_in_the_order_given():
    played = game("base", "R9 G1")
    lay(played.state, 0, "R7 R8", 3)
    lay(played.state, 0, "O7 O8 O9", 5)
    turn = played.take(play(played.state, "R9", 3), [4, 0, 2, 4])
    assert turn.granted == [4, 2]
    assert [(stone, refusal.reason) for stone, refusal in turn.refused] == [
        (0, Reason.INCOMPLETE),
        (4, Reason.CLAIMED),
    ]


def test_no_claim_is_settled_after_the_one_that_wins():
    played = game("base", "R9 G1")
    lay(played.state, 0, "R7 R8", 3)
    for stone, colour in ((4, "O"), (5, "Y"), (8, "B")):
        lay(played.state, 0, f"{colour}7 {colour}8 {colour}9", stone)
    turn = played.take(play(played.state, "R9", 3), [2, 3, 4, 7])
    assert turn.granted == [2, 3, 4]
    assert (played.state.ending, turn.drawn) == (Ending.ADJACENT, (0, 0))
    assert not played.state.taken[0] >> 7 & 1


def test_all_claims_every_stone_that_can_be_granted_and_stops_at_the_win():
    played = game("base", "R9 G1")
    lay(played.state, 0, "R7 R8", 3)
    for stone, colour in ((4, "O"), (5, "Y"), (8, "B")):
        lay(played.state, 0, f"{colour}7 {colour}8 {colour}9", stone)
    turn = played.take(play(played.state, "R9", 3), ALL)
    assert (turn.granted, turn.refused) == ([2, 3, 4], [])


def test_a_turn_without_claims_grants_nothing():
    played = game("base", "R9 G1")
    lay(played.state, 0, "R7 R8", 3)
    assert played.take(play(played.state, "R9", 3)).granted == []


def test_an_illegal_play_changes_nothing():
    played = game("base", "R9 G1")
    before = contents(played.state.copy())
    turn = played.take(play(played.state, "R8", 3), ALL)
    assert "R8 is not in the hand" in turn.illegal
    assert contents(played.state) == before


def test_there_is_no_tactics_deck_in_the_base_game():
    played = game("base", "R9 G1")
    before = contents(played.state.copy())
    assert "no tactics deck" in played.take(play(played.state, "R9", 3), (), FROM_TACTICS).illegal
    assert contents(played.state) == before


def test_a_pass_may_claim_and_draws_nothing():
    played = game("base", "R9")
    played.state.hands[0] = []
    lay(played.state, 0, "R7 R8 R9", 3)
    turn = played.take(PASS, ALL)
    assert (turn.granted, turn.drawn) == ([2], (0, 0))


def test_the_named_deck_is_drawn_from():
    played = game("tactics", "R9 G1 G2 G3 G4 G5 G6")
    turn = played.take(play(played.state, "R9", 3), (), FROM_TACTICS)
    assert turn.drawn == (0, 1)


def test_a_recruiter_is_over_when_its_cards_are_returned():
    played = game("tactics", "recruiter R9 G1")
    lay(played.state, 0, "O7 O8 O9", 5)
    turn = played.take(recruit(3), [4])
    assert (turn.is_over, turn.granted, played.state.seat, played.state.owed) == (False, [], 0, 2)
    turn = played.give_back([parse_card("R9"), parse_card("G1")])
    assert (turn.is_over, turn.granted, turn.drawn, played.state.seat) == (True, [4], (0, 0), 1)


def test_an_illegal_return_leaves_the_return_due():
    played = game("tactics", "recruiter R9 G1")
    played.take(recruit(3))
    turn = played.give_back([parse_card("R9")])
    assert "2 back, not 1" in turn.illegal
    assert (played.state.owed, played.state.seat) == (2, 0)


def test_a_return_that_is_not_due_is_our_own_error():
    with pytest.raises(ValueError, match="no card is owed"):
        game("tactics", "R9").give_back([parse_card("R9")])


def test_expert_claims_come_before_the_play():
    played = game("expert", "R9 G1")
    lay(played.state, 0, "R7 R8", 3)
    turn = played.take(play(played.state, "R9", 3), [2])
    assert [(stone, refusal.reason) for stone, refusal in turn.refused] == [(2, Reason.INCOMPLETE)]
    played.take(played.state.legal_plays()[0])
    turn = played.take(play(played.state, "G1", 4), [2])
    assert turn.granted == [2]


def test_expert_all_is_settled_before_the_play():
    played = game("expert", "R9 G1")
    lay(played.state, 0, "R7 R8", 3)
    assert played.take(play(played.state, "R9", 3), ALL).granted == []


def test_an_expert_game_can_end_before_the_play():
    played = game("expert", "R9 G1")
    for stone, colour in ((4, "O"), (5, "Y"), (6, "B")):
        lay(played.state, 0, f"{colour}7 {colour}8 {colour}9", stone)
    turn = played.take(play(played.state, "R9", 3), ALL)
    assert (played.state.ending, turn.drawn, len(played.state.hands[0])) == (Ending.ADJACENT, (0, 0), 2)


def test_an_expert_play_on_a_stone_claimed_in_the_same_turn_is_illegal():
    played = game("expert+tactics", "blind G1")
    lay(played.state, 0, "O7 O8 O9", 5)
    turn = played.take(play(played.state, "blind", 5), [4])
    assert "stone 5 is already claimed" in turn.illegal
    assert cards_in(played.state.taken[0]) == [4]
    assert game("expert+tactics", "blind G1").take(play(played.state, "blind", 5)).illegal is None


def test_an_expert_recruiter_has_claimed_before_it_draws():
    played = game("expert+tactics", "recruiter R9 G1")
    lay(played.state, 0, "O7 O8 O9", 5)
    turn = played.take(recruit(3), [4])
    assert (turn.granted, turn.is_over) == ([4], False)
    assert played.give_back([parse_card("R9"), parse_card("G1")]).granted == [4]
