"""Game statistics: counts that are those of the rules engine, and luck that is told from pairs."""

import json
import math
from pathlib import Path

import numpy as np
import pytest

import arbiter.replay
import tournaments.stats
from arbiter.record import decode, encode
from arbiter.rules.formations import size_of
from arbiter.rules.variants import VARIANTS
from tests.tournaments.plans import fill, plan_at, quick, record
from tests.tournaments.test_sheet import assert_finite
from tournaments.course import Claims, Course, course_of
from tournaments.diff import sheets as difference_of
from tournaments.journal import Journal, OpenJournal
from tournaments.luck import FEWEST_PAIRS, luck_of
from tournaments.run import run
from tournaments.sheet import to_csv, to_json, to_markdown


def course_by_the_rules(record):
    """Return the course of a game, by playing it again."""
    counts, out, replay = [[0] * 4, [0] * 4], None, arbiter.replay.Replay(record)
    for turn in record.turns:
        before = replay.referee.state.copy()
        replay.hear(turn.seat, turn.reply, 0)
        after = replay.referee.state
        seen = before if after.rules.expert else after
        for stone in turn.granted:
            side = seen.sides[(1 - turn.seat) * 9 + stone - 1]
            counts[turn.seat][0] += 1
            counts[turn.seat][1] += side.bit_count() < size_of(seen.terms[stone - 1])
            counts[turn.seat][2] += before.deck_sizes() == (0, 0)
        counts[turn.seat][3] += len(turn.refused)
        if before.deck_sizes()[0] and not after.deck_sizes()[0]:
            out = turn.turn
    first, second = (Claims(*seat) for seat in counts)
    return Course((first, second), None if replay.referee.state.deck_sizes()[0] else out)


@pytest.fixture(scope="module")
def cup(tmp_path_factory):
    """A journal of real games in all variants, with bots that also fail."""
    folder = tmp_path_factory.mktemp("cup")
    bots = {"use": "bots:random"}, {"use": "bots:greedy"}, quick("dies", "--die-at", "9")
    run(plan_at(folder / "cup.toml", *bots, variants=list(VARIANTS), rounds=3), folder / "cup.journal")
    return folder / "cup.journal"


def test_course_of_a_game_is_that_of_the_rules(cup):
    with Journal(cup) as journal:
        records = [decode(text) for text in journal.records()]
    courses = [course_of(record) for record in records]
    assert courses == [course_by_the_rules(record) for record in records]
    assert any(seat.early for course in courses for seat in course.claims)
    assert any(seat.late for course in courses for seat in course.claims)
    assert {course.deck_out is None for course in courses} == {True, False}


def table(sheets, key):
    return next(sheet.values() for sheet in sheets if sheet.key == key)


def test_statistics_are_those_of_the_games(cup):
    with Journal(cup) as journal:
        told, games = tournaments.stats.sheets(journal), list(journal.games())
    *variants, every = table(told, "games")
    assert [row["variant"] for row in variants] == sorted(VARIANTS)
    assert (every["variant"], every["games"], every["turns"]) == (
        "all",
        len(games),
        pytest.approx(np.mean([game.plies for game in games]), abs=1e-5),
    )
    claims = sum(game.first_claims + game.second_claims for game in games)
    early = sum(game.first_early + game.second_early for game in games)
    assert every["early"] == pytest.approx(100 * early / claims, abs=1e-5)
    assert {row["ending"]: row["games"] for row in table(told, "endings")}["crash"] == sum(
        game.ending == "crash" for game in games
    )
    dies = next(row for row in table(told, "bots") if row["bot"] == "dies")
    assert dies["faults"] == sum(game.fault == "crash" for game in games)
    assert dies["games"] == sum("dies" in (game.first, game.second) for game in games)


def test_statistics_are_finite_from_the_first_game_on(tmp_path):
    plan = plan_at(tmp_path / "cup.toml", quick("a"), quick("b"), rounds=3, variants=["base", "expert"])
    for games in range(7):
        path = tmp_path / f"{games}.journal"
        with OpenJournal(path, plan, 12) as journal:
            fill(journal, plan, games, times=())
        with Journal(path) as journal:
            told = [*tournaments.stats.sheets(journal), *difference_of(journal, journal, "a", "a")]
        assert_finite(to_json(told, {}), to_csv(told), to_markdown(told))
        json.loads(to_json(told, {}))


def luck_in(chance, pairs, luck):
    """Return the luck in pairs whose games are won by a normal number of which the share `luck` is the deal's."""
    deal, first, second = chance.normal(size=(3, pairs))
    deal *= math.sqrt(luck)
    wins = (deal + math.sqrt(1 - luck) * first > 0, -deal + math.sqrt(1 - luck) * second > 0)
    counts = np.bincount(2 * wins[0] + wins[1], minlength=4)
    return luck_of([[(0, 0, counts[0]), (0, 2, counts[1]), (2, 0, counts[2]), (2, 2, counts[3])]])


@pytest.mark.parametrize("luck", [0.0, 0.3, 0.8])
def test_luck_is_the_share_that_deals_explain(luck):
    # Of the signs of two normal numbers with the correlation r, the correlation is 2/π · asin(r).
    expected = 2 / math.pi * math.asin(luck)
    held, runs, chance = 0, 300, np.random.default_rng(5)
    for _ in range(runs):
        found = luck_in(chance, 200, luck)
        held += found.low <= expected <= found.high
        assert found.pairs == 200
    assert held / runs >= 0.93
    assert luck_in(chance, 200_000, luck).share == pytest.approx(expected, abs=0.02)


def test_deals_that_decide_all_are_all_luck_and_bots_that_decide_all_are_none():
    decided = luck_of([[(2, 0, 30), (0, 2, 30)]])
    assert (decided.split, decided.share) == (1, pytest.approx(1))
    assert luck_of([[(2, 2, 30), (0, 0, 30)]]).share == 0
    assert luck_of([[(2, 2, 60)]]).share is None
    assert luck_of([[(2, 2, FEWEST_PAIRS - 2), (0, 2, 1)]]).share is None


def test_differences_of_strength_between_bots_are_not_taken_for_luck():
    chance, meetings = np.random.default_rng(6), []
    for strength in (0.1, 0.5, 0.9):
        wins = chance.random((2, 4000)) < strength
        counts = np.bincount(2 * wins[0] + wins[1], minlength=4)
        meetings.append([(0, 0, counts[0]), (0, 2, counts[1]), (2, 0, counts[2]), (2, 2, counts[3])])
    assert luck_of(meetings).share < 0.03


def test_difference_of_two_runs_names_scores_and_games_that_flipped(tmp_path):
    plan = plan_at(tmp_path / "cup.toml", quick("mine"), quick("other"), rounds=4)
    for name, winners in (("old", (0, 1)), ("new", (1, 1))):
        with OpenJournal(tmp_path / f"{name}.journal", plan, 16) as journal:
            for deal in range(1, 5):
                for leg, winner in zip((1, 2), winners, strict=True):
                    game = record(f"base/{deal}/mine:other/{leg}", winner=winner if deal < 3 else 0)
                    journal.add(game, encode(game))
    with Journal(tmp_path / "old.journal") as old, Journal(tmp_path / "new.journal") as new:
        scores, flips = difference_of(old, new, "mine", "mine")
    (row,) = scores.values()
    assert (row["opponent"], row["pairs_before"], row["score_before"], row["score_now"]) == ("other", 4, 75.0, 50.0)
    assert row["change"] == -25.0
    assert row["change_low"] < row["change"] < row["change_high"]
    assert [tuple(flip.values()) for flip in flips.values()] == [
        ("base/1/mine:other/1", "other", "win", "loss"),
        ("base/2/mine:other/1", "other", "win", "loss"),
    ]


def test_readme_names_every_column_of_the_statistics():
    text = Path(tournaments.stats.__file__).with_name("STATISTICS.md").read_text("utf-8")
    for columns in (tournaments.stats._GAME_COLUMNS, tournaments.stats._BOT_COLUMNS):
        for key, *_ in columns:
            assert f"`{key}`" in text
