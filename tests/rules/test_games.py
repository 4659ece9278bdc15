"""Whole games at random: what must hold in every position of every variant."""

import random
from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from arbiter.rules.cards import BANSHEE, JOKER, JOKERS, NAMES, RECRUITER, SECOND_JOKER, STRATEGIST, TRAITOR
from arbiter.rules.endings import Ending
from arbiter.rules.formations import BLIND_TERMS, MUD_TERMS
from arbiter.rules.notation import format_play, parse_play
from arbiter.rules.plays import PASS
from arbiter.rules.proof import Reason
from arbiter.rules.state import State
from arbiter.rules.turn import Game
from arbiter.rules.variants import rules_of
from arbiter.rules.view import view

from . import naive
from .positions import ALL_RULES, SEEDS, contents, deal, walk
from .table import Table

EAGERNESS = st.sampled_from([1.0, 0.5, 0.0])
TACTICS_RULES = ALL_RULES.filter(lambda rules: rules.tactics)


@settings(max_examples=100, deadline=None)
@given(ALL_RULES, SEEDS, EAGERNESS)
def test_a_game_ends_and_every_card_is_somewhere_at_every_step(rules, seed, eagerness):
    state = deal(rules, seed)
    for _ in walk(state, random.Random(seed), eagerness=eagerness):
        assert cards_of(state) == list(range(64 if rules.tactics else 54))
        assert state.turn < 150
    assert state.ending


def cards_of(state: State) -> list[int]:
    sets = [*state.sides, state.discard]
    cards = [card for mask in sets for card in range(64) if mask >> card & 1]
    cards += [card for hand in state.hands for card in hand]
    cards += [card for deck, top in zip(state.decks, state.tops, strict=True) for card in deck[top:]]
    for name, terms in (("blind", BLIND_TERMS), ("mud", MUD_TERMS)):
        cards += [NAMES.index(name)] * sum(its & terms > 0 for its in state.terms)
    return sorted(cards)


@settings(max_examples=60, deadline=None)
@given(ALL_RULES, SEEDS, EAGERNESS)
def test_the_engine_and_a_plain_referee_agree_in_every_position(rules, seed, eagerness):
    rng = random.Random(seed)
    state = deal(rules, seed)
    clan, tactics = ([NAMES[card] for card in deck] for deck in state.decks)
    table = Table(clan, tactics, has_tactics=rules.tactics, ranking=rules.ranking, lead=rules.tactics_lead)
    while not state.ending:
        if rules.expert:
            claim_on_both(state, table, rng, eagerness)
        if not state.ending:
            play_on_both(state, table, rng)
            if not rules.expert:
                claim_on_both(state, table, rng, eagerness)
        if not state.ending:
            deck = rng.randrange(2)
            state.end_turn(deck)
            table.end_turn("tactics" if deck else "clan")
        compare(state, table)


def play_on_both(state: State, table: Table, rng: random.Random) -> None:
    words = {format_play(play, state) for play in state.legal_plays()}
    assert words == table.plays()
    chosen = rng.choice(sorted(words))
    state.play(parse_play(chosen.split(), state))
    table.play(chosen)
    if chosen.startswith("recruiter"):
        assert state.owed == min(2, len(table.returnable()))
        cards = rng.sample(state.returnable(state.seat), state.owed)
        state.give_back(cards)
        table.give_back([NAMES[card] for card in cards])


def claim_on_both(state: State, table: Table, rng: random.Random, eagerness: float) -> None:
    grantable = state.grantable()
    assert [stone + 1 for stone in grantable] == table.grantable()
    for stone in grantable:
        if not state.ending and rng.random() < eagerness:
            state.claim(stone)
            table.claim(stone + 1)
            assert state.ending == table.ending


def compare(state: State, table: Table) -> None:
    for seat in (0, 1):
        assert sorted(NAMES[card] for card in state.hands[seat]) == sorted(table.hands[seat])
        assert [stone + 1 for stone in range(9) if state.taken[seat] >> stone & 1] == table.stones(seat)
        assert state.tactics_played[seat] == len(table.played[seat])
    for deck, top, name in zip(state.decks, state.tops, ("clan", "tactics"), strict=True):
        assert [NAMES[card] for card in deck[top:]] == table.decks[name]
    assert Counter(NAMES[card] for card in range(64) if state.discard >> card & 1) == Counter(table.discard)
    assert (state.ending, state.seat) == (table.ending, table.seat)
    assert (None if state.winner < 0 else state.winner) == table.winner
    if state.ending:
        assert list(state.points()) == table.points()


@settings(max_examples=40, deadline=None)
@given(ALL_RULES, SEEDS, st.integers(1, 60))
def test_a_play_is_legal_exactly_if_nothing_makes_it_illegal(rules, seed, turn):
    state = deal(rules, seed)
    for moment in walk(state, random.Random(seed), eagerness=0.5):
        if moment == "play" and state.turn >= turn:
            legal = set(state.legal_plays())
            assert len(legal) == len({format_play(play, state) for play in legal}) == len(state.legal_plays())
            for play in candidates():
                assert (first_joker(play, state) in legal) == (state.illegality(play) is None)
            break


def first_joker(play: int, state: State) -> int:
    """Return the play itself, or for the second of two jokers in the hand the same play of the first."""
    is_second = play & 63 == SECOND_JOKER and {JOKER, SECOND_JOKER} <= set(state.hands[state.seat])
    return play - SECOND_JOKER + JOKER if is_second and play != PASS else play


def candidates() -> list[int]:
    """Return every play that could be written, and some that could not."""
    plays = [PASS]
    plays += [card | stone << 6 for card in range(64) for stone in range(11)]
    plays += [card | 5 << 6 | 3 << 10 for card in range(RECRUITER)]
    for ruse in (STRATEGIST, BANSHEE, TRAITOR):
        plays += [ruse | stone << 6 | moved << 10 for moved in range(64) for stone in range(11)]
    return plays


@settings(max_examples=60, deadline=None)
@given(ALL_RULES, SEEDS, EAGERNESS)
def test_a_claim_is_grantable_exactly_if_it_is_not_refused(rules, seed, eagerness):
    state = deal(rules, seed)
    for moment in walk(state, random.Random(seed), eagerness=eagerness):
        if moment == "end":
            break
        mover = state.seat
        for seat in (0, 1):
            state.seat = seat
            grantable = state.grantable()
            assert grantable == [stone for stone in range(9) if state.refusal(stone) is None]
            forgetful = state.copy()
            forgetful._beaters = [0] * 18
            assert grantable == forgetful.grantable()
        state.seat = mover


@settings(max_examples=25, deadline=None)
@given(ALL_RULES, SEEDS)
def test_no_completion_beats_a_granted_claim_and_one_beats_a_refused_claim(rules, seed):
    state = deal(rules, seed)
    for moment in walk(state, random.Random(seed), eagerness=0.7):
        if moment != "claim":
            continue
        unseen = [name for card, name in enumerate(NAMES[:54]) if not state.seen >> card & 1]
        for stone in range(9):
            refusal = state.refusal(stone)
            if refusal and refusal.reason is not Reason.BEATABLE:
                continue
            mine, theirs = (named(state, seat, stone) for seat in (state.seat, 1 - state.seat))
            modes = modes_of(state, stone)
            claimed = naive.worth(mine, modes, rules.ranking)
            if len(theirs) == naive.size_of(modes):
                assert naive.worth(theirs, modes, rules.ranking) <= claimed
            elif refusal:
                beater = tuple(NAMES[card] for card in range(54) if refusal.beater >> card & 1)
                assert set(beater) <= set(unseen)
                assert naive.worth(tuple(sorted(theirs + beater)), modes, rules.ranking) > claimed
            else:
                for side in naive.completions(theirs, unseen, naive.size_of(modes)):
                    assert naive.worth(side, modes, rules.ranking) <= claimed


def named(state: State, seat: int, stone: int) -> tuple[str, ...]:
    side = state.sides[seat * 9 + stone]
    return tuple(sorted(name for card, name in enumerate(NAMES) if side >> card & 1))


def modes_of(state: State, stone: int) -> tuple[str, ...]:
    terms = state.terms[stone]
    return tuple(name for name, bit in (("blind", BLIND_TERMS), ("mud", MUD_TERMS)) if terms & bit)


@settings(max_examples=40, deadline=None)
@given(ALL_RULES, SEEDS, st.integers(1, 60))
def test_a_copy_plays_the_same_game_and_leaves_the_original_alone(rules, seed, turn):
    state = deal(rules, seed)
    for moment in walk(state, random.Random(seed)):
        if moment == "play" and state.turn >= turn:
            copies = state.copy(), state.copy()
            before = contents(state.copy())
            assert contents(copies[0]) == before
            for copy in copies:
                list(walk(copy, random.Random(seed + 1)))
            assert contents(state) == before
            assert contents(copies[0]) == contents(copies[1])
            break


@settings(max_examples=60, deadline=None)
@given(ALL_RULES, SEEDS)
def test_a_view_does_not_change_with_the_hidden_cards(rules, seed):
    rng = random.Random(seed)
    state = deal(rules, seed)
    for moment in walk(state, random.Random(seed)):
        if moment in ("play", "return"):
            for seat in (0, 1):
                other = with_other_hidden_cards(state, seat, rng)
                assert view(other, seat) == view(state, seat)
                if seat == state.seat:
                    assert other.legal_plays() == state.legal_plays()
                    assert [other.refusal(stone) for stone in range(9)] == [state.refusal(s) for s in range(9)]


def with_other_hidden_cards(state: State, seat: int, rng: random.Random) -> State:
    """Return a position that a seat cannot tell from this one: what the opponent and the decks hold is shuffled."""
    other = state.copy()
    hand = other.hands[1 - seat]
    for deck, is_kind in ((0, lambda card: card < 54), (1, lambda card: card >= 54)):
        top = other.tops[deck]
        held = [place for place, card in enumerate(hand) if is_kind(card)]
        hidden = [*(hand[place] for place in held), *other.decks[deck][top:]]
        rng.shuffle(hidden)
        for place in held:
            hand[place] = hidden.pop()
        other.decks[deck] = (*other.decks[deck][:top], *hidden)
    return other


@settings(max_examples=30, deadline=None)
@given(SEEDS)
def test_a_base_game_with_every_claim_made_at_once_is_never_drawn(seed):
    rng = random.Random(seed)
    for _ in range(20):
        state = deal(rules_of("base", rng.choice(list(naive.ORDER))), rng.randrange(2**32))
        list(walk(state, rng))
        assert state.ending in (Ending.STONES, Ending.ADJACENT, Ending.ADJUDICATED)


@settings(max_examples=40, deadline=None)
@given(TACTICS_RULES, SEEDS)
def test_limits_of_tactics_cards_hold_at_every_step(rules, seed):
    state = deal(rules, seed)
    lead = rules.tactics_lead
    for _ in walk(state, random.Random(seed)):
        assert abs(state.tactics_played[0] - state.tactics_played[1]) <= max(lead, 0)
        assert max(state.jokers_played) <= 1
        assert sum((side & JOKERS).bit_count() for side in state.sides) <= sum(state.jokers_played)


@settings(max_examples=40, deadline=None)
@given(ALL_RULES, SEEDS)
def test_turns_and_single_steps_lead_to_the_same_game(rules, seed):
    rng, steps = random.Random(seed), deal(rules, seed)
    game = Game(steps.copy())
    while not steps.ending:
        deck = rng.randrange(2) if rules.tactics else 0
        if rules.expert:
            claim_all(steps)
        play = PASS
        if not steps.ending:
            play = rng.choice(steps.legal_plays())
            steps.play(play)
        turn = game.take(play, None, deck)
        if steps.owed:
            cards = rng.sample(steps.returnable(steps.seat), steps.owed)
            steps.give_back(cards)
            turn = game.give_back(cards)
        assert turn.illegal is None
        if not rules.expert:
            claim_all(steps)
        if not steps.ending:
            steps.end_turn(deck)
        assert contents(steps) == contents(game.state)


def claim_all(state: State) -> None:
    for stone in state.grantable():
        state.claim(stone)
        if state.ending:
            return
