"""The prover: what it counts, and whole games as a real process in every variant."""

import importlib
import json
import subprocess
import sys

import pytest

from arbiter.rules.cards import CLAN, parse_cards
from arbiter.rules.variants import VARIANTS
from protocol.client import Client, weakest
from tests.bots.conftest import BOTS
from tests.bots.positions import game, turn
from tests.timeouts import TIMEOUT


@pytest.fixture(autouse=True)
def beside_the_bots(monkeypatch):
    monkeypatch.syspath_prepend(str(BOTS / "python"))


def mask(text):
    return parse_cards(text.split(","))


def forecast(hand, variant="base", numbers=None, **fields):
    views = []
    client = Client(lambda view: views.append(view) or "pass", weakest, name="spectator")
    client.answer(game(variant=variant))
    client.answer(turn(9, hand, **fields))
    return importlib.import_module("prover").Forecast(views[0], numbers or importlib.import_module("tuning").PROVER)


def reckoning(seen, hand=0):
    tuning = importlib.import_module("tuning").PROVER
    return importlib.import_module("reckoning").Reckoning(CLAN & ~seen, hand, 10, 6, tuning)


@pytest.mark.parametrize(("side", "hand"), [("R1,R2", "G1"), ("R4,R5", "R6,G6"), ("O7", "O8,B7"), ("spy", "R6,R8")])
@pytest.mark.parametrize("terms", [0, 1, 2, 3, 4])
def test_an_outlook_adds_up_to_one_strongest_first(side, hand, terms):
    outs = importlib.import_module("outs")
    unseen = CLAN & ~mask(side) & ~mask(hand)
    found = outs.outlook_of(mask(side), terms, mask(hand), unseen, outs.hopes_of(0.3, importlib.import_module("tuning").PROVER))
    powers = [power for power, _ in found.ways]
    assert sum(chance for _, chance in found.ways) == pytest.approx(1)
    assert powers == sorted(powers, reverse=True)


def test_a_side_wants_the_cards_that_make_a_formation_of_it():
    outs = importlib.import_module("outs")
    assert outs.wanted_by(mask("R4,R5"), 0) == mask("R1,R2,R3,R6,R7,R8,R9,O3,Y3,G3,B3,P3,O6,Y6,G6,B6,P6")
    assert outs.wanted_by(mask("R4,G4"), 0) == mask("O4,Y4,B4,P4")


def test_what_nothing_hidden_can_beat_is_certain():
    seen = mask("R7,R8,R9,G1,G2,B9")
    assert reckoning(seen).chance(mask("R7,R8,R9"), mask("G1,G2"), 0, 0) == 1.0
    assert reckoning(seen).chance(mask("G1,G2"), mask("R7,R8,R9"), 0, 0) == 0.0


def test_an_out_that_is_gone_lowers_the_chance_and_one_in_hand_raises_it():
    mine, theirs = mask("R4,R5"), mask("O9,Y9,G9")
    seen = mine | theirs
    chance = reckoning(seen).chance(mine, theirs, 0, 0)
    assert 0 < chance < reckoning(seen, mask("R6")).chance(mine, theirs, 0, mask("R6"))
    assert reckoning(seen | mask("R6")).chance(mine, theirs, 0, 0) < chance
    assert reckoning(seen | mask("R3,R6")).chance(mine, theirs, 0, 0) == 0.0


def test_a_card_in_the_own_hand_is_not_feared():
    seen, mine, theirs = mask("R7,R8,R9,G8,G9"), mask("R7,R8"), mask("G8,G9")
    kept = reckoning(seen).chance(mine, theirs, 0, 0, 0, mask("G7"))
    assert kept == reckoning(seen).chance(mine, theirs, 0, 0, 0, mask("G7,B1"))
    assert kept > reckoning(seen).chance(mine, theirs, 0, 0)


def test_a_card_that_another_stone_waits_for_is_not_spent_lightly():
    waiting = forecast("R6,G1,B1", s1="R4,R5/O9", s2="G8/P9")
    free = forecast("R6,G1,B1", s1="B4,R5/O9", s2="G8/P9")
    assert waiting.gain("R6 3") < free.gain("R6 3")


def test_a_third_stone_in_a_row_is_fought_for():
    sides = {"s3": "G4,G5/R4,R5", "mine": "5,7,8"}
    row, scattered = (forecast("G6,B6", theirs=theirs, **sides) for theirs in ("1,2", "1,9"))
    assert row.weights[3] > scattered.weights[3]
    assert row.gain("G6 3") > scattered.gain("G6 3")


def test_a_dearer_tactics_card_gains_less():
    numbers = importlib.import_module("tuning").PROVER
    cheap, dear = (
        forecast("R9,O4,spy", "tactics", numbers._replace(dearness=dearness), s3="R7,R8/O1").gain("spy 3") for dearness in (1, 4)
    )
    assert cheap - dear == pytest.approx(3 * importlib.import_module("careful").PRICES["spy"])


def test_of_two_equal_sides_the_one_completed_first_has_the_stone():
    sides = {"s1": "R1,R2,R3/B1,B2,B3", "s2": "G4,G5,G6/Y4,Y5,Y6"}
    chances = forecast("O9", first="1", **sides).chances
    assert (chances[1], chances[2]) == (1.0, 0.0)


def test_the_prover_plays_whole_games_of_every_variant_without_a_fault(tmp_path):
    variants = [word for variant in VARIANTS for word in ("--variant", variant)]
    words = ["match", "bots:prover", "bots:random", "--games", "2", "--move-ms", "10000", "--seed", "x", "--json"]
    command = [sys.executable, "-m", "arbiter", *words, *variants]
    done = subprocess.run(command, cwd=BOTS.parent, capture_output=True, text=True, timeout=TIMEOUT * 4, check=True)
    report = json.loads(done.stdout)
    assert report["games"] == 2 * len(VARIANTS)
    assert [line["faults"] for line in report["standings"]] == [{}, {}]
