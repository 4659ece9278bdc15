"""Guessed positions: they look like the view they were made from, hold every card once, and hide others each time."""

import importlib
import random

import pytest

from arbiter.rules.cards import CLAN
from arbiter.rules.state import State
from arbiter.rules.variants import VARIANTS, Ranking, rules_of
from arbiter.rules.view import view
from arbiter.sight import Sight
from protocol.client import Client, View, weakest
from tests.bots.conftest import BOTS
from tests.bots.positions import game
from tests.rules.positions import deal, walk

SEATS = "first", "second"


@pytest.fixture(autouse=True)
def beside_the_bots(monkeypatch):
    monkeypatch.syspath_prepend(str(BOTS / "python"))


def worlds_of(seen: View):
    return importlib.import_module("determinize").Worlds(seen)


def see(state: State, sight: Sight) -> View:
    """Return what the seat to move is told, through the lines of the protocol."""
    views = []
    client = Client(lambda seen: views.append(seen) or "pass", lambda seen: views.append(seen) or (), name="spectator")
    rules = state.rules
    setup = {"seat": SEATS[state.seat], "ranking": rules.ranking, "lead": rules.tactics_lead}
    client.answer(game(variant=rules.variant, **setup))
    word, more = ("return", f" give={state.owed} drew=-") if state.owed else ("turn", "")
    client.answer(f"{word} {state.turn} {sight.fields(state.seat)} left=1000 clock=-/-{more}")
    return views[0]


def positions(seed: int):
    """Yield the positions of a random game in which a bot is asked, with what it sees."""
    rng = random.Random(seed)
    rules = rules_of(VARIANTS[seed % 4], rng.choice(list(Ranking)), rng.choice([1, 1, 0]))
    state = deal(rules, seed)
    sight = Sight(state)
    for step in walk(state, rng, eagerness=rng.random()):
        if step in ("claim" if rules.expert else "play", "return") and state.ending is None:
            yield state, see(state, sight)


@pytest.mark.parametrize("seed", range(24))
def test_a_guess_looks_exactly_like_the_view_it_was_made_from(seed):
    rng = random.Random(seed)
    for state, seen in positions(seed):
        guess = worlds_of(seen).sample(rng)
        assert view(guess, state.seat) == view(state, state.seat)
        assert view(guess, 1 - state.seat).first == view(state, 1 - state.seat).first
        assert (guess.turn, guess.seat, guess.owed) == (state.turn, state.seat, state.owed)
        assert (guess.open, guess.room, guess.terms, guess.seen & CLAN) == (
            *(state.open, state.room, state.terms),
            state.seen & CLAN,
        )


@pytest.mark.parametrize("seed", range(8))
def test_a_guess_allows_what_the_rules_allow(seed):
    for state, seen in positions(seed):
        guess = worlds_of(seen).sample(random.Random(seed))
        assert guess.grantable() == state.grantable()
        assert guess.strengths == state.strengths
        assert len(guess.legal_plays()) == len(state.legal_plays())


@pytest.mark.parametrize("seed", range(8))
def test_a_guess_holds_every_card_at_most_once(seed):
    for _, seen in positions(seed):
        guess = worlds_of(seen).sample(random.Random(seed))
        cards = [*guess.hands[0], *guess.hands[1], *guess.decks[0], *guess.decks[1]]
        faceup = guess.discard
        for side in guess.sides:
            assert not faceup & side
            faceup |= side
        assert len(set(cards)) == len(cards)
        assert not any(faceup >> card & 1 for card in cards)


def test_guesses_differ_in_what_is_hidden_and_leave_each_other_alone():
    _, seen = next(positions(1))
    worlds, rng = worlds_of(seen), random.Random(1)
    guesses = [worlds.sample(rng) for _ in range(5)]
    assert len({tuple(guess.hands[1 - guess.seat]) for guess in guesses}) > 1
    before = view(guesses[1], 0)
    guesses[0].play(guesses[0].legal_plays()[0])
    assert view(guesses[1], 0) == before


def test_a_pass_just_before_is_known_to_a_guess():
    views = []
    client = Client(lambda seen: views.append(seen) or "pass", weakest, name="spectator")
    fields = Sight(deal("base")).fields(0)
    for line in (game(), "opponent 2 pass draw 0+0", f"turn 3 {fields} left=1000 clock=-/-"):
        client.answer(line)
    assert worlds_of(views[0]).table.idle == 1
