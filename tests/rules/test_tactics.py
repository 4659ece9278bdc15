import pytest

from arbiter.rules.cards import JOKERS, NAMES, SECOND_JOKER, cards_in, names_in, parse_card
from arbiter.rules.notation import format_play, parse_play
from arbiter.rules.plays import PASS, to_stone
from arbiter.rules.proof import Reason
from arbiter.rules.state import State
from arbiter.rules.variants import rules_of

from .positions import deal, hold, lay


def holding(names: str, **more) -> State:
    state = deal(rules_of("tactics", **more))
    hold(state, 0, names)
    return state


def words_of(state: State, card: str) -> list[str]:
    return [words for play in state.legal_plays() if (words := format_play(play, state)).split()[0] == card]


def why_not(state: State, words: str) -> str | None:
    return state.illegality(parse_play(words.split(), state))


def do(state: State, words: str) -> None:
    play = parse_play(words.split(), state)
    assert state.illegality(play) is None
    state.play(play)


def side(state: State, seat: int, stone: int) -> list[str]:
    return names_in(state.sides[seat * 9 + stone - 1])


@pytest.mark.parametrize("card", ["joker", "spy", "shield"])
def test_an_elite_troop_needs_room_like_a_clan_card(card):
    state = holding(f"{card} R1")
    lay(state, 0, "G1 G2 G3", 4)
    assert words_of(state, card) == [f"{card} {stone}" for stone in (1, 2, 3, 5, 6, 7, 8, 9)]
    assert "full" in why_not(state, f"{card} 4")


@pytest.mark.parametrize("card", ["blind", "mud"])
def test_a_mode_goes_to_every_unclaimed_stone_also_where_the_side_is_full(card):
    state = holding(f"{card} R1")
    lay(state, 0, "R7 R8 R9", 4)
    lay(state, 0, "O7 O8 O9", 5)
    state.claim(4)
    assert words_of(state, card) == [f"{card} {stone}" for stone in (1, 2, 3, 4, 6, 7, 8, 9)]
    assert "claimed" in why_not(state, f"{card} 5")


def test_a_mode_takes_no_room_and_is_no_discard():
    state = holding("blind R1")
    do(state, "blind 4")
    assert side(state, 0, 4) == []
    assert state.discard == 0
    assert state.room[0] == 511


def test_blind_changes_who_wins():
    state = holding("blind R4")
    lay(state, 0, "O9 Y9 P8", 1)
    lay(state, 1, "R1 R2 R3", 1)
    assert state.refusal(0).reason is Reason.WEAKER
    do(state, "blind 1")
    assert state.refusal(0) is None


def test_blind_keeps_who_was_first():
    state = holding("blind R4")
    lay(state, 1, "O9 Y8 G7", 1)
    lay(state, 0, "R7 R8 R9", 1)
    assert state.refusal(0) is None
    do(state, "blind 1")
    assert state.refusal(0).reason is Reason.LATER


def test_only_one_tactics_card_more_than_the_opponent():
    state = holding("spy shield R1")
    do(state, "spy 1")
    assert words_of(state, "shield") == []
    assert "the limit is 1 more" in why_not(state, "shield 1")
    state.tactics_played[1] = 1
    assert len(words_of(state, "shield")) == 9
    assert why_not(state, "shield 1") is None


def test_a_lead_of_zero_lets_nobody_begin():
    state = holding("spy R1", tactics_lead=0)
    assert words_of(state, "spy") == []
    assert "the limit is 0 more" in why_not(state, "spy 1")
    state.tactics_played[1] = 1
    assert why_not(state, "spy 1") is None


def test_a_player_plays_one_joker_even_if_it_was_discarded():
    state = holding("joker joker strategist R1")
    do(state, "joker 1")
    state.tactics_played[1] = 9
    do(state, "strategist joker discard")
    assert cards_in(state.discard & JOKERS)
    assert words_of(state, "joker") == []
    assert "only one joker" in why_not(state, "joker 1")
    assert "joker" not in [NAMES[card] for card in state.returnable(0)]


def test_each_player_has_a_joker_to_play():
    state = holding("joker R1")
    do(state, "joker 1")
    state.seat = 1
    state.hands[1] = [SECOND_JOKER]
    assert len(words_of(state, "joker")) == 9


def test_the_strategist_moves_to_another_stone_with_room_or_to_the_discard():
    state = holding("strategist B1")
    lay(state, 0, "R7 R8 R9", 2)
    lay(state, 0, "spy", 3)
    lay(state, 0, "O1", 9)
    state.claim(1)
    targets = [*(str(stone) for stone in (1, 4, 5, 6, 7, 8, 9)), "discard"]
    assert words_of(state, "strategist")[:8] == [f"strategist spy {target}" for target in targets]
    assert "another stone" in why_not(state, "strategist spy 3")
    assert "no unclaimed stone" in why_not(state, "strategist R7 4")
    do(state, "strategist spy 9")
    assert (side(state, 0, 3), side(state, 0, 9)) == ([], ["O1", "spy"])
    assert names_in(state.discard) == ["strategist"]


def test_the_strategist_opens_the_side_it_takes_from():
    state = holding("strategist B1")
    lay(state, 0, "R7 R8 R1", 2)
    do(state, "strategist R1 discard")
    assert side(state, 0, 2) == ["R7", "R8"]
    assert state.room[0] >> 1 & 1
    assert state.refusal(1).reason is Reason.INCOMPLETE
    assert names_in(state.discard) == ["R1", "strategist"]


def test_the_banshee_discards_any_card_of_theirs():
    state = holding("banshee B1")
    lay(state, 1, "R5 joker", 2)
    lay(state, 0, "R6", 2)
    assert words_of(state, "banshee") == ["banshee R5", "banshee joker"]
    assert "the opponent's side" in why_not(state, "banshee R6")
    do(state, "banshee joker")
    assert side(state, 1, 2) == ["R5"]
    assert names_in(state.discard) == ["joker", "banshee"]


def test_the_traitor_takes_clan_cards_to_any_side_with_room_the_same_stone_included():
    state = holding("traitor B1")
    lay(state, 1, "R5 joker", 2)
    lay(state, 0, "G1 G2 G3", 7)
    assert words_of(state, "traitor") == [f"traitor R5 {stone}" for stone in (1, 2, 3, 4, 5, 6, 8, 9)]
    assert "clan cards only" in why_not(state, "traitor joker 2")
    assert "full" in why_not(state, "traitor R5 7")
    do(state, "traitor R5 2")
    assert (side(state, 0, 2), side(state, 1, 2)) == (["R5"], ["joker"])
    assert names_in(state.discard) == ["traitor"]


def test_the_traitor_can_complete_a_side():
    state = holding("traitor B1")
    lay(state, 0, "R7 R8", 2)
    lay(state, 1, "R9 O9 Y9", 2)
    do(state, "traitor R9 2")
    assert state.refusal(1) is None
    assert state.room[1] >> 1 & 1


@pytest.mark.parametrize("ruse", ["strategist", "banshee", "traitor"])
def test_a_ruse_without_a_target_is_unplayable(ruse):
    state = holding(f"{ruse} B1")
    lay(state, 0, "R7 R8 R9", 2)
    lay(state, 1, "G1 G2", 2)
    state.claim(1)
    assert words_of(state, ruse) == []


def test_the_traitor_without_room_is_unplayable():
    state = holding("traitor B1")
    lay(state, 1, "R5", 2)
    state.room[0] = 0
    assert words_of(state, "traitor") == []


@pytest.mark.parametrize(
    ("clan", "tactics", "splits"),
    [
        (9, 9, ["0+3", "1+2", "2+1", "3+0"]),
        (1, 9, ["0+3", "1+2"]),
        (9, 1, ["2+1", "3+0"]),
        (9, 0, ["3+0"]),
        (1, 1, ["1+1"]),
        (2, 0, ["2+0"]),
        (0, 0, ["0+0"]),
    ],
)
def test_the_recruiter_draws_three_in_any_split_or_what_exists(clan, tactics, splits):
    state = State.deal(rules_of("tactics"), range(14 + clan), range(54, 54 + tactics))
    hold(state, 0, "recruiter R9")
    assert words_of(state, "recruiter") == [f"recruiter {split}" for split in splits]
    do(state, f"recruiter {splits[0]}")
    assert len(state.hands[0]) == 1 + sum(map(int, splits[0].split("+")))
    assert state.owed == min(2, len(state.hands[0]))


def test_returned_cards_go_under_their_own_decks_in_order():
    state = State.deal(rules_of("tactics"), range(16), [parse_card("spy")])
    hold(state, 0, "recruiter R9 G9")
    do(state, "recruiter 2+1")
    back = [parse_card("G9"), parse_card("R9")]
    assert state.return_illegality(back) is None
    state.give_back(back)
    assert state.deck_sizes() == (2, 0)
    state.draw(1, 0)
    assert state.hands[1][-1] == parse_card("G9")


def test_a_recruiter_draws_nothing_at_the_end_of_its_turn():
    state = holding("recruiter R1 R2")
    do(state, "recruiter 3+0")
    state.give_back(state.hands[0][-2:])
    sizes = state.deck_sizes()
    state.end_turn()
    assert state.deck_sizes() == sizes
    assert len(state.hands[0]) == 3


def test_a_return_must_be_of_as_many_cards_of_the_hand_as_are_owed():
    state = holding("recruiter R1 R2")
    do(state, "recruiter 3+0")
    r1, r2 = parse_card("R1"), parse_card("R2")
    strange = next(card for card in range(54) if card not in state.hands[0])
    for cards, why in (([r1], "2 back, not 1"), ([r1, strange], "not in the hand"), ([r1, r1], "not in the hand")):
        assert why in state.return_illegality(cards)
    assert state.return_illegality([r1, r2]) is None


def test_a_joker_may_be_returned_by_who_has_played_none():
    state = State.deal(rules_of("tactics"), range(14), ())
    hold(state, 0, "recruiter joker R1")
    do(state, "recruiter 0+0")
    assert state.owed == 2
    assert state.return_illegality(state.hands[0]) is None


def test_a_dead_joker_is_never_owed():
    state = State.deal(rules_of("tactics"), range(14), ())
    hold(state, 0, "recruiter R1")
    state.hands[0].append(SECOND_JOKER)
    state.jokers_played[0] = 1
    do(state, "recruiter 0+0")
    assert state.owed == 1
    assert "stays in the hand" in state.return_illegality([SECOND_JOKER])
    assert state.return_illegality([parse_card("R1")]) is None


def test_with_nothing_returnable_nothing_is_owed():
    state = State.deal(rules_of("tactics"), range(14), ())
    hold(state, 0, "recruiter")
    do(state, "recruiter 0+0")
    assert state.owed == 0


def test_passing_and_a_tactics_card_are_both_legal_without_a_playable_clan_card():
    state = holding("spy")
    assert state.legal_plays()[0] == PASS
    assert len(state.legal_plays()) == 10
    assert state.illegality(PASS) is None


def test_a_play_with_stray_bits_is_illegal():
    state = holding("spy mud R1")
    for name in ("spy", "mud", "R1"):
        play = to_stone(parse_card(name), 3)
        assert state.illegality(play) is None
        assert state.illegality(play | 7 << 10)
