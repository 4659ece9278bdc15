"""The searcher: its clock, what it finds, and whole games in every variant."""

import importlib
import random
from types import SimpleNamespace

import pytest

from arbiter.rules.notation import parse_play
from arbiter.rules.state import FROM_CLAN, FROM_TACTICS
from arbiter.rules.turn import Game
from arbiter.rules.variants import VARIANTS
from arbiter.sight import Sight
from protocol.client import CLAN_CARDS, Client, weakest
from tests.bots.conftest import BOTS
from tests.bots.positions import game, legal_answers, turn
from tests.rules.positions import deal

WINNING = {"s3": "R4,R5/G8,G9", "mine": "1,2,4", "theirs": "6,8", "s5": "B1/P8,P9", "s6": "O1/G7,P7,B7"}


@pytest.fixture(autouse=True)
def beside_the_bots(monkeypatch):
    monkeypatch.syspath_prepend(str(BOTS / "python"))


def player(decide, *settings):
    client = Client(decide, weakest, name="spectator", options=importlib.import_module("searcher").OPTIONS)
    for setting in settings:
        client.answer(f"set {setting}")
    return client


def look(turn_line, *settings, variant="base"):
    views = []
    client = player(lambda view: views.append(view) or "pass", *settings)
    client.answer(game(variant=variant))
    client.answer(turn_line)
    return views[0]


def endgame(hand, hidden, **fields):
    """Return a turn with empty decks, in which the opponent holds the `hidden` cards and all others are gone."""
    laid = {card for field in fields.values() for side in field.split("/") for card in side.split(",")}
    gone = [card for card in CLAN_CARDS if card not in laid | {*hand.split(","), *hidden.split(",")}]
    held = len(hidden.split(","))
    return turn(45, hand, **fields, discard=",".join(gone), deck="0+0", opponent=f"{held}+0")


def test_a_number_of_simulations_is_the_only_clock_if_it_is_set():
    clock = importlib.import_module("searcher").Clock(look(turn(9, "R9,O4", left="-"), "simulations 40", "think_ms 1"))
    assert (clock.spent(10), clock.spent(40)) == (0.25, 1.0)


def first_opinion(view):
    """Return the plays that look best, the best first."""
    tuning = importlib.import_module("tuning").SEARCHER
    return list(importlib.import_module("prover").Forecast(view, tuning).promising(view.legal_plays()))


@pytest.mark.parametrize("fields", [{"left": "15"}, {"left": "60000", "clock": "0/60000"}])
def test_without_time_nothing_is_searched(fields):
    searcher = importlib.import_module("searcher")
    view = look(turn(9, "R9,O4,G1", **fields), "simulations 1000000")
    assert searcher.Clock(view).spent(0) == 1.0
    assert searcher.decide(view).play == first_opinion(view)[0]


def test_the_first_opinion_counts_what_may_follow_if_there_is_time():
    opinion_of, view = importlib.import_module("searcher").opinion_of, look(turn(9, "R9,O4,G1", s3="G2,G3/P9,P8"))
    hurried = opinion_of(view, SimpleNamespace(spent=lambda simulations: 0.5))
    calm = opinion_of(view, SimpleNamespace(spent=lambda simulations: 0.0))
    assert list(hurried) == first_opinion(view)
    assert hurried.keys() == calm.keys()
    assert hurried != calm


def test_a_guess_in_which_not_every_play_could_be_tried_decides_nothing():
    searcher, asked = importlib.import_module("searcher"), turn(9, "R9,O4,G1,B5,P2,Y7", s3="G2/P9", s4="R8/Y1")
    opinion = first_opinion(look(asked))
    favourite, lucky = opinion[:2]

    def choice(simulations):
        view = look(asked, f"simulations {simulations}")
        search = searcher.Search(view, dict.fromkeys(opinion, 0.0) | {favourite: 0.1})
        search._tree.explore = lambda play, world: pretend(search._tree.roots[play], play == search._play_of[lucky])
        return search.best(searcher.Clock(view))

    def pretend(node, has_luck):
        node.visits += 1
        node.total += 100 * has_luck

    assert (choice(len(opinion) - 1), choice(len(opinion))) == (favourite, lucky)


@pytest.mark.parametrize(("hand", "played", "deck"), [("R9,O4", "0/0", "tactics"), ("R9,O4", "1/0", "clan"), ("R9,O4,mud", "0/0", "clan")])
def test_one_tactics_card_is_drawn_in_a_game(hand, played, deck):
    view = look(turn(9, hand, played=played), variant="tactics")
    assert importlib.import_module("searcher").deck_of(view, "R9 3") == deck


def test_a_stone_that_wins_the_game_is_taken():
    view = look(turn(21, "R6,G1,B9", **WINNING), "simulations 60")
    assert importlib.import_module("searcher").decide(view).play == "R6 3"


def test_an_endgame_is_played_to_its_end():
    force = importlib.import_module("endgame").force
    race = {"s3": "R4,R5/G8,B9", "s5": "B1,B2/P8,P9", "mine": "1,2", "theirs": "4,8,9", "s7": "O1,O2,Y4/Y1,Y2"}
    assert force(look(endgame("R6,B3", "Y3,P1", **race)), 100) == "R6 3"
    sides = {"s3": "R4,R5/G8,G9", "s5": "B1,B2/P8,P9", "mine": "1,2,4", "theirs": "6,8,9", "s7": "O1,O2,O3/Y1,Y2,Y4"}
    assert force(look(endgame("O9,Y9", "G7,P7", **sides)), 100) == ""


def test_an_endgame_is_left_alone_while_cards_are_hidden_or_if_it_is_too_large():
    force = importlib.import_module("endgame").force
    assert force(look(turn(21, "R6,G1,B9", **WINNING)), 1000) == ""
    assert force(look(turn(41, "R6,G1,B9,O4,P2", deck="0+0", opponent="6+0")), 10) == ""


def test_the_answer_to_a_play_is_feared_less_where_it_blocks_a_third_stone_in_a_row():
    prover, exchange = importlib.import_module("prover"), importlib.import_module("exchange")
    view = look(turn(21, "O7,B3", s3="O8,O9/G8,G9", s7="B1,B2/P1,R9", theirs="1,2", mine="6"))
    forecast = prover.Forecast(view, importlib.import_module("tuning").PROVER)
    foreseen = exchange.Exchange(forecast, 6)
    assert foreseen.answer(forecast.table.after("O7 3")) < foreseen.answer(forecast.table.after("B3 7"))


def policy_at(turn_line):
    """Return a world that looks like a turn, and the policy of a search there."""
    policy, worlds = importlib.import_module("policy"), importlib.import_module("determinize").Worlds(look(turn_line))
    tuning = importlib.import_module("tuning").SEARCHER
    return worlds.sample(random.Random(1)), policy.Policy(worlds.table, 6, 20, [1.0] * 9, tuning)


def liking(policy, world, words):
    """Return how much the policy likes a play."""
    return {play: score for score, play in policy.plays(world)}[parse_play(words.split(), world)]


def test_the_policy_completes_the_best_formation():
    world, policy = policy_at(turn(21, "R6,G1,B9,O1", s3="R4,R5/G8,G9", s5="O8/P2"))
    assert max(policy.plays(world))[1] == parse_play(["R6", "3"], world)


def test_the_policy_spares_a_card_that_another_stone_waits_for():
    world, policy = policy_at(turn(21, "R6,G6,O1", s3="R4,R5/G8,G9", s5="B6/P2,P3"))
    assert liking(policy, world, "R6 5") < liking(policy, world, "G6 5")


def test_the_chances_of_both_seats_are_appraised_alike():
    appraisal, worlds = importlib.import_module("appraisal"), importlib.import_module("determinize").Worlds
    sides = {"s3": "R4,R5,R6/G1", "s5": "B1/P8,P9,P7", "s7": "R1/R9"}
    good, bad = (
        appraisal.Appraisal(table := worlds(look(turn(21, "O1,Y1", **sides, mine=mine, theirs=theirs))).table, 6, 20)
        .value(table)
        for mine, theirs in (("1,2", "9"), ("9", "1,2"))
    )
    assert 0 < bad < 0.5 < good < 1


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_searcher_plays_whole_games_by_the_rules(variant):
    searcher, state = importlib.import_module("searcher"), deal(variant, 3)
    table, sight, rng = Game(state), Sight(state), random.Random(3)
    replies = []
    players = [player(lambda view: replies.append(searcher.decide(view)) or "pass", "simulations 24") for _ in range(2)]
    for seat, client in zip(("first", "second"), players, strict=True):
        client.answer(game(variant=variant, seat=seat, seed=str(rng.getrandbits(30))))
    while state.ending is None:
        players[state.seat].answer(f"turn {state.turn} {sight.fields(state.seat)} left=60000 clock=-/-")
        reply = replies.pop()
        deck = FROM_TACTICS if reply.draw == "tactics" else FROM_CLAN
        taken = table.take(parse_play(reply.play.split(), state), None, deck)
        assert not taken.illegal, reply.play
        if state.owed:
            assert not table.give_back(state.returnable(state.seat)[: state.owed]).illegal


def test_recruiter_of_the_last_two_cards_is_thought_through():
    asked = endgame("R9,O4,recruiter", "G1,G2,G3,P1,P2,P3,B5,B6").replace("deck=0+0", "deck=2+0")
    asked = asked.replace("opponent=8+0", "opponent=6+0")
    asked = asked.replace("discard=", "discard=joker,joker,spy,shield,blind,mud,strategist,banshee,traitor,")
    client, setup = player(importlib.import_module("searcher").decide, "simulations 200"), game(variant="tactics")
    client.answer(setup)
    answer = client.answer(asked)
    assert answer.partition(" claim")[0] in legal_answers(setup, asked)
