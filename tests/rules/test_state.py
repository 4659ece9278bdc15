import pytest

from arbiter.rules.cards import JOKER, NAMES, SECOND_JOKER, SPY, cards_in, names_in, parse_card, parse_cards
from arbiter.rules.formations import MUD_TERMS
from arbiter.rules.plays import PASS
from arbiter.rules.proof import Reason
from arbiter.rules.state import FROM_CLAN, FROM_TACTICS, DeckError, Ending, State
from arbiter.rules.variants import rules_of

from .positions import contents, deal, hold, lay, play

BASE, TACTICS = rules_of("base"), rules_of("tactics")


def test_six_cards_are_dealt_to_each_in_turn():
    state = State.deal(BASE, range(54))
    assert state.hands == [[0, 2, 4, 6, 8, 10], [1, 3, 5, 7, 9, 11]]
    assert state.deck_sizes() == (42, 0)
    assert (state.turn, state.seat, state.ending) == (1, 0, None)


def test_seven_clan_cards_are_dealt_with_tactics_cards():
    state = State.deal(TACTICS, range(54), range(54, 64))
    assert state.hands == [list(range(0, 14, 2)), list(range(1, 14, 2))]
    assert state.deck_sizes() == (40, 10)


@pytest.mark.parametrize(
    ("rules", "clan", "tactics", "problem"),
    [
        (BASE, range(11), (), "too few for two hands of 6"),
        (TACTICS, range(13), (), "too few for two hands of 7"),
        (BASE, [*range(12), 11], (), "occurs twice"),
        (TACTICS, range(20), [SPY, SPY], "occurs twice"),
        (BASE, range(55), (), "no clan card"),
        (TACTICS, range(20), [3], "no tactics card"),
        (BASE, range(54), [SPY], "without tactics cards"),
    ],
)
def test_a_deck_that_cannot_be_played_with_is_refused(rules, clan, tactics, problem):
    with pytest.raises(DeckError, match=problem):
        State.deal(rules, clan, tactics)


def test_a_played_card_leaves_the_hand_and_is_seen():
    state = deal()
    hold(state, 0, "R5 G2")
    state.play(play(state, "R5", 3))
    assert [NAMES[card] for card in state.hands[0]] == ["G2"]
    assert names_in(state.sides[2]) == names_in(state.seen) == ["R5"]


def test_a_side_holds_three_cards():
    state = deal()
    hold(state, 0, "R5")
    lay(state, 0, "R1 R2 G4", 3)
    assert "stone 3 is full" in state.illegality(play(state, "R5", 3))
    assert play(state, "R5", 3) not in state.legal_plays()
    assert play(state, "R5", 4) in state.legal_plays()


def test_a_claimed_stone_is_closed_to_both():
    state = deal()
    lay(state, 0, "R7 R8 R9", 3)
    state.claim(2)
    for seat in (0, 1):
        state.seat = seat
        hold(state, seat, "R5")
        assert "stone 3 is already claimed" in state.illegality(play(state, "R5", 3))
        assert play(state, "R5", 3) not in state.legal_plays()


def test_a_card_of_the_other_hand_cannot_be_played():
    state = deal()
    hold(state, 0, "R5")
    assert "R6 is not in the hand" in state.illegality(play(state, "R6", 3))


def test_passing_is_illegal_while_a_clan_card_can_be_played():
    state = deal()
    assert "passing is not allowed" in state.illegality(PASS)
    assert PASS not in state.legal_plays()


def test_an_empty_hand_passes():
    state = deal()
    state.hands[0] = []
    assert state.legal_plays() == [PASS]
    assert state.illegality(PASS) is None


def test_a_hand_without_room_passes_and_draws_nothing():
    state = deal()
    state.room[0] = 0
    hand = state.hands[0][:]
    assert state.legal_plays() == [PASS]
    state.play(PASS)
    state.end_turn()
    assert state.hands[0] == hand
    assert state.deck_sizes() == (42, 0)
    assert state.ending is None


def test_one_card_is_drawn_and_an_empty_deck_gives_none():
    state = State.deal(BASE, range(13))
    for seat, left in ((0, 6), (1, 5), (0, 5)):
        state.play(state.legal_plays()[0])
        state.end_turn()
        assert len(state.hands[seat]) == left
    assert state.turn == 4


def test_the_named_deck_is_drawn_from_and_the_other_if_it_is_empty():
    state = State.deal(TACTICS, range(15), [SPY])
    for deck, drawn in ((FROM_TACTICS, SPY), (FROM_TACTICS, 14), (FROM_CLAN, None)):
        seat = state.seat
        state.play(state.legal_plays()[0])
        state.end_turn(deck)
        assert drawn is None or state.hands[seat][-1] == drawn
    assert state.deck_sizes() == (0, 0)


def test_a_hand_that_shrank_is_refilled_from_both_decks():
    state = State.deal(TACTICS, range(15), [SPY])
    hold(state, 0, "R9 O9 Y9 G9")
    state.play(play(state, "R9", 1))
    state.end_turn(FROM_TACTICS)
    assert state.hands[0] == [*cards_in(parse_cards(["O9", "Y9", "G9"])), SPY, 14]


def test_each_refusal_has_its_reason():
    state = deal()
    assert state.refusal(0).reason is Reason.INCOMPLETE
    lay(state, 0, "R4 G5 B9", 1)
    lay(state, 1, "O1", 1)
    assert state.refusal(0).reason is Reason.BEATABLE
    lay(state, 1, "O2 O3", 1)
    assert state.refusal(0).reason is Reason.WEAKER
    state.seat = 1
    assert state.refusal(0) is None
    state.claim(0)
    assert state.refusal(0).reason is Reason.CLAIMED


def test_the_side_completed_first_wins_a_tie_whoever_claims_first():
    state = deal()
    lay(state, 1, "R4 G5 B9", 1)
    lay(state, 0, "O4 Y5 P9", 1)
    assert state.refusal(0).reason is Reason.LATER
    assert state.grantable() == []
    state.seat = 1
    assert state.grantable() == [0]


def test_two_stones_proved_at_the_same_moment_are_both_taken():
    state = deal()
    hold(state, 0, "R9")
    lay(state, 0, "R7 R8", 3)
    lay(state, 0, "O1 Y1 G1", 6)
    lay(state, 1, "B1 B2 Y4", 6)
    state.play(play(state, "R9", 3))
    assert state.grantable() == [2, 5]
    for stone in (2, 5):
        assert state.refusal(stone) is None
        state.claim(stone)
    assert cards_in(state.taken[0]) == [2, 5]
    assert state.ending is None


def test_a_card_in_your_own_hand_is_unseen_also_when_the_deck_is_empty():
    state = State.deal(BASE, range(12))
    hold(state, 0, "B3")
    lay(state, 0, "R1 G1 B1", 5)
    lay(state, 1, "R3 G3", 5)
    lay(state, 1, "O3 Y3 P3", 9)
    assert names_in(state.refusal(4).beater) == ["B3"]
    lay(state, 0, "B3", 1)
    assert state.refusal(4) is None


def test_cards_at_claimed_stones_and_in_the_discard_are_seen():
    state = deal("tactics")
    lay(state, 0, "R7 R8 R9", 1)
    state.claim(0)
    lay(state, 1, "O7", 2)
    state.seat = 0
    hold(state, 0, "banshee")
    state.play(next(each for each in state.legal_plays() if each != PASS))
    assert set(names_in(state.seen)) == {"R7", "R8", "R9", "O7"}
    assert names_in(state.discard) == ["O7", "banshee"]


def test_a_remembered_beater_that_is_seen_is_forgotten():
    state = deal()
    lay(state, 0, "R7 R8 R6", 1)
    lay(state, 1, "G8 G7", 1)
    assert state.grantable() == []
    lay(state, 0, "G9", 2)
    assert state.grantable() == [0]


def test_a_remembered_beater_goes_with_the_side_it_completed():
    state = deal()
    lay(state, 0, "R6 R7 R8", 1)
    lay(state, 1, "G8", 1)
    assert state.grantable() == []
    lay(state, 1, "G1", 1)
    assert state.grantable() == [0]


def test_five_stones_win():
    state = deal()
    for stone in (0, 1, 3, 4):
        state.claim(stone)
    assert state.ending is None
    state.claim(6)
    assert (state.ending, state.winner) == (Ending.STONES, 0)


def test_three_adjacent_stones_win():
    state = deal()
    state.seat = 1
    for stone in (8, 6):
        state.claim(stone)
    assert state.ending is None
    state.claim(7)
    assert (state.ending, state.winner, state.points()) == (Ending.ADJACENT, 1, (0, 5))


def test_the_loser_scores_a_point_a_stone():
    state = deal()
    for seat, stones in ((1, (0, 1, 3, 4)), (0, (5, 6, 7))):
        state.seat = seat
        for stone in stones:
            state.claim(stone)
    assert (state.ending, state.winner, state.points()) == (Ending.ADJACENT, 0, (5, 4))


def test_mud_empties_no_side_but_makes_complete_ones_incomplete():
    state = deal("tactics")
    lay(state, 0, "R1 R2 R3", 1)
    lay(state, 1, "G1 G2 G3", 1)
    state.change_terms(0, MUD_TERMS)
    assert state.strengths[0] == state.strengths[9] == 0
    assert state.room[0] & state.room[1] & 1
    lay(state, 1, "G4", 1)
    lay(state, 0, "R4", 1)
    state.seat = 0
    assert state.refusal(0).reason is Reason.LATER


def test_a_refilled_side_counts_from_its_last_completion():
    state = deal("tactics")
    lay(state, 0, "R4 G5 B9", 1)
    lay(state, 1, "O4 Y5 P9", 1)
    state.remove(0, parse_card("B9"), 0)
    assert state.refusal(0).reason is Reason.INCOMPLETE
    lay(state, 0, "G9", 1)
    assert state.refusal(0).reason is Reason.LATER


def test_a_copy_is_equal_and_on_its_own():
    state = deal("tactics")
    lay(state, 0, "R4 G5", 1)
    copy = state.copy()
    assert contents(copy) == contents(state)
    before = contents(state.copy())
    copy.play(copy.legal_plays()[0])
    copy.change_terms(5, MUD_TERMS)
    copy.claim(8)
    copy.end_turn()
    assert contents(state) == before


def test_a_side_in_words():
    state = deal()
    lay(state, 1, "R7 R8 R9", 4)
    assert state.strength_in_words(1, 3) == "colour-run of 24"


def test_a_second_joker_stands_behind_the_first():
    state = deal("tactics")
    hold(state, 0, "joker joker R1")
    assert {each & 63 for each in state.legal_plays() if each & 63 >= 54} == {JOKER}
    state.hands[0].remove(JOKER)
    assert {each & 63 for each in state.legal_plays() if each & 63 >= 54} == {SECOND_JOKER}
