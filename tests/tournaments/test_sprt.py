"""The test of one bot against another: decided by the evidence that others reckon too, in the order of the schedule."""

import math
import random
from itertools import islice

import numpy as np
import pytest

from tests.tournaments.plans import plan_at, quick
from tests.tournaments.test_swiss import Games
from tournaments.pairs import NELO_PER_T, SCORES, moments
from tournaments.sprt import ACCEPTED, REJECTED, SprtTable, Trial, evidence, with_score, with_t_value
from tournaments.stepwise import schedule_of, trial_of

# From the tests of fastchess 1.x (app/tests/sprt_test.cpp): pairs that scored 0 to 2 points, hypotheses, evidence.
PUBLISHED = [
    ((365, 16618, 36229, 16974, 390), 0, 2, "normalized", 2.25),
    ((127, 4883, 10712, 5150, 104), -1.75, 0.25, "normalized", 3.01),
    ((223, 9863, 21279, 10037, 246), 0.5, 2.5, "logistic", -3.07),
    ((871, 26175, 55983, 26678, 821), 0, 2, "logistic", -4.98),
]


@pytest.mark.parametrize(("counts", "elo0", "elo1", "model", "expected"), PUBLISHED)
def test_evidence_is_that_of_a_published_tool(counts, elo0, elo1, model, expected):
    assert evidence(counts, SprtTable(elo0, elo1, model=model)) == pytest.approx(expected, abs=0.006)


def odd_counts(dice):
    return [dice.choice((0, 0, 1, 3, 50, 1000)) for _ in range(5)]


def test_likeliest_distributions_have_the_score_or_the_t_value_asked_for():
    dice = random.Random(1)
    for _ in range(200):
        counts = [count or 1e-3 for count in odd_counts(dice)]
        shares = [count / sum(counts) for count in counts]
        score, t_value = dice.uniform(0.3, 0.7), dice.uniform(-0.4, 0.4)
        assert moments(with_score(shares, score))[0] == pytest.approx(score, abs=1e-6)
        mean, variance = moments(with_t_value(shares, t_value))
        assert (mean - 0.5) / math.sqrt(variance) == pytest.approx(t_value, abs=1e-5)


def test_evidence_is_finite_and_0_without_pairs():
    dice = random.Random(2)
    for model in ("normalized", "logistic"):
        assert evidence([0] * 5, SprtTable(0, 5, model=model)) == 0
        for _ in range(300):
            elo0, elo1 = sorted((dice.uniform(-100, 100), dice.uniform(-100, 100)))
            assert math.isfinite(evidence(odd_counts(dice), SprtTable(elo0, elo1, model=model)))


def decided(shares, table, dice):
    """Return what a test of pairs drawn from `shares` comes to, and how many it took."""
    trial = Trial(table)
    while trial.decision is None:
        trial.take(dice.choices(range(5), shares)[0])
    return trial


@pytest.mark.parametrize("model", ["normalized", "logistic"])
def test_errors_are_within_alpha_and_beta(model):
    table = SprtTable(0, 80, alpha=0.1, beta=0.1, model=model)
    observed, dice, runs = [0.12, 0.13, 0.45, 0.15, 0.15], random.Random(3), 200
    for elo, wrong, share in ((table.elo0, ACCEPTED, table.alpha), (table.elo1, REJECTED, table.beta)):
        if model == "normalized":
            shares = with_t_value(observed, math.sqrt(2) * elo / NELO_PER_T)
        else:
            shares = with_score(observed, 1 / (1 + 10 ** (-elo / 400)))
        mistakes = sum(decided(shares, table, dice).decision == wrong for _ in range(runs))
        # Two standard deviations of chance above.
        assert mistakes <= runs * share + 2 * math.sqrt(runs * share * (1 - share))


def test_drift_of_the_evidence_is_that_of_the_theory():
    table = SprtTable(0, 10)
    shares = with_t_value([0.1, 0.2, 0.4, 0.2, 0.1], math.sqrt(2) * table.elo1 / NELO_PER_T)
    counts = np.array(shares) * 10_000
    t_value = math.sqrt(2) * table.elo1 / NELO_PER_T
    assert evidence(counts, table) == pytest.approx(10_000 * t_value**2 / 2, rel=0.02)
    assert sum(shares) == pytest.approx(1)
    assert len(SCORES) == len(shares)


def test_many_pairs_are_not_each_looked_at(monkeypatch):
    looks = []
    trial = Trial(SprtTable(0, 2))
    monkeypatch.setattr(Trial, "weigh", lambda trial: looks.append(trial.pairs))
    for _ in range(10_000):
        trial.take(2)
    assert looks[:1025] == [*range(1, 1026)]
    assert looks[-2:] == [9992, 10_000]
    assert len(looks) < 5000


def trial_plan(tmp_path, games, *names, **keys):
    bots = map(quick, names or ("new", "base"))
    plan = plan_at(tmp_path / "cup.toml", *bots, format="sprt", sprt={"elo0": 0, "elo1": 60}, **keys)
    return schedule_of(plan, games.half_points)


def score(games, schedule, pair, half_points):
    """Let the first bot of the plan score in both games of a pair."""
    one, other = schedule.ids_of(pair)
    first = schedule.plan.keys[pair.bots[0]] == schedule.plan.keys[0]
    mine = half_points if first else 4 - half_points
    games.scores[one], games.scores[other] = (min(2, mine), 2 - (mine - min(2, mine)))


@pytest.mark.parametrize("names", [("new", "base"), ("base", "new")])
def test_first_bot_of_the_plan_is_the_one_that_is_tested(names, tmp_path):
    games = Games()
    schedule = trial_plan(tmp_path, games, *names, rounds=100)
    for pair in islice(schedule.pairs(1), 40):
        score(games, schedule, pair, 4)
    trial = next(trial_of(schedule, games.half_points))
    assert (trial.decision, trial.counts[:4]) == (ACCEPTED, [0] * 4)


def test_decision_is_taken_in_the_order_of_the_schedule_not_of_arrival(tmp_path):
    games = Games()
    schedule = trial_plan(tmp_path, games, rounds=200, variants=["base", "tactics"])
    pairs = list(schedule.pairs(1))
    for pair in pairs[1:]:
        score(games, schedule, pair, 4)
    trials = trial_of(schedule, games.half_points)
    assert (next(trials).pairs, next(trials).decision) == (0, None)
    score(games, schedule, pairs[0], 0)
    assert next(trials).decision == ACCEPTED
    again = next(trial_of(schedule, games.half_points))
    assert again.counts[0] == 1
    assert again.pairs < len(pairs)


def test_nothing_is_handed_out_after_the_decision(tmp_path):
    games = Games()
    schedule = trial_plan(tmp_path, games, rounds=10_000)
    handed = 0
    for batch in schedule.batches(games.missing, lambda: 4):
        handed += len(batch.orders) // 2
        for pair in islice(schedule.pairs(1), handed):
            score(games, schedule, pair, 0)
    trial = next(trial_of(schedule, games.half_points))
    assert trial.decision == REJECTED
    assert trial.pairs <= handed <= trial.pairs + 4
    assert list(schedule_of(schedule.plan, games.half_points).batches(games.missing, lambda: 4)) == []


def test_game_that_cannot_be_played_does_not_let_the_test_run_on_for_ever(tmp_path):
    games = Games()
    schedule = trial_plan(tmp_path, games, rounds=1_000_000)
    handed = 0
    for batch in schedule.batches(games.missing, lambda: 10):
        if batch is None:
            break
        handed += len(batch.orders) // 2
    assert 1000 <= handed <= 1020


def test_undecided_test_ends_with_its_deals(tmp_path):
    games = Games()
    schedule = trial_plan(tmp_path, games, rounds=3)
    for batch in schedule.batches(games.missing, lambda: 1):
        games.play(batch)
    trial = next(trial_of(schedule, games.half_points))
    assert (trial.pairs, trial.decision, len(games.scores)) == (3, None, 6)
