import json
from pathlib import Path

import pytest

from arbiter.rules import vectors
from arbiter.rules.expectations import EXPECTATIONS
from arbiter.rules.vectors import VectorError, check_file, check_lines

VECTORS = Path(__file__).parents[2] / "protocol" / "vectors"
CLAIM = {"id": "c", "why": "it is so", "variant": "base", "claimant": ["R7", "R8", "R9"], "opponent": ["B7"]}
CLAIM["verdict"] = "granted"
DECK = [f"{colour}{value}" for value in range(1, 7) for colour in "RO"]
GAME = {"id": "g", "why": "it is so", "variant": "base", "clan": DECK, "replies": ["play R1 1"]}
GAME["expect"] = {"to_move": "second"}


def check(*items):
    return list(check_lines([json.dumps(item) for item in items], "f"))


@pytest.mark.parametrize("name", ["claims.jsonl", "games.jsonl"])
def test_the_engine_passes_every_vector(name):
    failed = [outcome for outcome in check_file(VECTORS / name) if not outcome.passed]
    assert failed == []


def test_the_vectors_are_many_and_name_every_expectation():
    games = [json.loads(line) for line in (VECTORS / "games.jsonl").read_text().splitlines()]
    assert len(games) >= 90
    named = {key for game in games for key in game["expect"]}
    assert named == {"illegal", *EXPECTATIONS}


def test_the_examples_of_the_vectors_page_are_vectors_but_for_the_shortened_deck():
    page = (VECTORS / "README.md").read_text()
    examples = [line for line in page.splitlines() if line.startswith('{"id"')]
    items = [json.loads(line) for line in examples]
    assert len(items) == 2
    items[1]["clan"] = ["R7", "O1", *(f"{colour}{value}" for colour in "GB" for value in range(1, 6))]
    assert [outcome.passed for outcome in check(*items)] == [True, True]


def test_the_vectors_page_lists_every_field_and_expectation():
    page = (VECTORS / "README.md").read_text()
    for name in (*vectors._CLAIM_FIELDS, *vectors._GAME_FIELDS, *EXPECTATIONS):
        assert f"`{name}`" in page, name


def test_both_kinds_may_stand_in_one_file_with_blank_lines():
    outcomes = list(check_lines(["", json.dumps(CLAIM), "  ", json.dumps(GAME)], "f"))
    assert [(outcome.id, outcome.line, outcome.passed) for outcome in outcomes] == [("c", 2, True), ("g", 4, True)]


def test_a_wrong_verdict_is_told_with_its_reason():
    (outcome,) = check({**CLAIM, "verdict": "refused"})
    assert not outcome.passed
    assert outcome.expected == {"verdict": "refused"}
    assert outcome.got["verdict"] == "granted"
    assert "colour-run of 24" in outcome.got["why"]


def test_only_what_differs_is_told():
    (outcome,) = check({**GAME, "expect": {"to_move": "first", "deck": [0, 0], "give": 1}})
    assert (outcome.expected, outcome.got) == ({"to_move": "first", "give": 1}, {"to_move": "second", "give": 0})


def test_an_illegal_reply_that_should_be_legal_is_told():
    (outcome,) = check({**GAME, "replies": ["play R1 1", "play R2 1", "play R3 1"]})
    assert outcome.expected == {"taken": 3}
    assert outcome.got["taken"] == 1
    assert "R2 is not in the hand" in outcome.got["illegal"]


def test_a_legal_reply_that_should_be_illegal_is_told():
    (outcome,) = check({**GAME, "expect": {"illegal": True}})
    assert (outcome.expected, outcome.got) == ({"illegal": True, "taken": 0}, {"illegal": None, "taken": 1})


def test_the_last_reply_must_be_the_illegal_one():
    (outcome,) = check({**GAME, "replies": ["play R9 1", "play O1 1"], "expect": {"illegal": True}})
    assert not outcome.passed
    (outcome,) = check({**GAME, "replies": ["play R1 1", "play O9 1"], "expect": {"illegal": True}})
    assert outcome.passed


def test_replies_after_the_end_of_the_game_are_told():
    plays = [f"play {name} {9 - place // 6}" for place, name in enumerate(DECK)]
    item = {**GAME, "replies": [*plays, "pass", "pass", "pass"], "expect": {"ending": "draw"}}
    (outcome,) = check(item)
    assert (outcome.expected, outcome.got["taken"]) == ({"taken": 15}, 14)


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("{", "no JSON: "),
        ("[1]", "a vector is a JSON object"),
        ("{}", "neither a claim"),
        ('{"id": "a", "id": "b"}', "the field 'id' stands twice"),
        (json.dumps({**CLAIM, "vedrict": "granted"}), "the field 'vedrict' is unknown"),
        (json.dumps({**CLAIM, "verdict": "won"}), "the field 'verdict' must be granted or refused, not \"won\""),
        (json.dumps({**CLAIM, "seen": "R1"}), "the field 'seen' must be a list of words"),
        (json.dumps({**CLAIM, "id": ""}), "the field 'id' must be text"),
        (json.dumps({**CLAIM, "first": "me"}), "the field 'first' must be claimant, opponent or null"),
        (json.dumps({**CLAIM, "variant": "chess"}), "'chess' is no variant"),
        (json.dumps({**CLAIM, "ranking": "odd"}), "'odd' is no ranking"),
        (json.dumps({**CLAIM, "claimant": ["Q7"]}), "'Q7' is no card"),
        (json.dumps({**CLAIM, "claimant": ["joker"]}), "'joker' does not exist in the variant base"),
        (json.dumps({**CLAIM, "modes": ["mud"]}), "'mud' does not exist in the variant base"),
        (json.dumps({key: CLAIM[key] for key in CLAIM if key != "why"}), "the field 'why' is missing"),
        (json.dumps({**GAME, "expect": {}}), "the field 'expect' must be"),
        (json.dumps({**GAME, "expect": {"wins": 1}}), "the expectation 'wins' is unknown"),
        (json.dumps({**GAME, "expect": {"illegal": True, "deck": [1, 0]}}), "'illegal' must be true and stand alone"),
        (json.dumps({**GAME, "expect": {"plays": []}}), "the expectation 'plays' must be an object"),
        (json.dumps({**GAME, "tactics_lead": 2}), "the field 'tactics_lead' must be 0 or 1"),
        (json.dumps({**GAME, "tactics_lead": True}), "the field 'tactics_lead' must be 0 or 1"),
        (json.dumps({**GAME, "clan": DECK[:5]}), "too few for two hands"),
        (json.dumps({**GAME, "clan": [*DECK[:-1], "Q1"]}), "'Q1' is no card"),
        (json.dumps({**GAME, "replies": ["play R1"]}), "the reply 'play R1': one stone"),
    ],
)
def test_a_line_that_is_no_vector_is_an_error_with_its_place(line, problem):
    with pytest.raises(VectorError) as caught:
        list(check_lines(["", line], "some.jsonl"))
    error = caught.value
    assert (error.source, error.line) == ("some.jsonl", 2)
    assert problem in error.problem
    assert str(error) == f"some.jsonl:2: {error.problem}"
    assert "\n" not in str(error)


def test_an_id_stands_once_in_a_file():
    with pytest.raises(VectorError, match="f:2: the id 'c' stands on line 1 already"):
        check(CLAIM, CLAIM)


def test_a_file_without_vectors_is_an_error():
    with pytest.raises(VectorError, match="f: no vector is in it"):
        check()


def test_a_file_that_cannot_be_read_is_an_error(tmp_path):
    (tmp_path / "binary").write_bytes(b"\xff\xfe")
    for name in ("missing", "binary"):
        with pytest.raises(VectorError, match=f"{name}: cannot be read") as caught:
            list(check_file(tmp_path / name))
        assert caught.value.line == 0


def test_outcomes_come_line_by_line():
    outcomes = check_lines([json.dumps(CLAIM), "{"], "f")
    assert next(outcomes).passed
    with pytest.raises(VectorError):
        next(outcomes)
