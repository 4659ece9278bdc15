"""Ratings: those of a published example, with errors that are right as often as they say."""

import math

import numpy as np
import pytest

from tournaments.pairs import PairCount
from tournaments.ratings import Meetings, Results, bootstrap, fit, rate, results_of

# Home and away wins of the American League East in 1987, from A. Agresti, *Categorical Data Analysis*; log abilities and
# home advantage as in the vignette of BradleyTerry2 (H. Turner and D. Firth, 2012), Baltimore being 0.
TEAMS = ["Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore"]
HOME_AND_AWAY_WINS = """
    - 4:3 4:2 4:3 6:1 4:2 6:0
    3:3 - 4:2 4:3 6:0 6:1 4:3
    2:5 4:3 - 2:4 4:3 4:2 6:0
    3:3 5:1 2:5 - 4:3 4:2 6:1
    5:1 2:5 3:3 4:2 - 5:2 6:0
    2:5 3:3 3:4 4:3 4:2 - 2:4
    2:5 1:5 1:6 2:4 1:6 3:4 -
"""
PUBLISHED = [1.6196, 1.4754, 1.3271, 1.2813, 1.1438, 0.7047, 0]
HOME_ADVANTAGE = 0.3023


def test_fit_is_that_of_a_published_example():
    cells = [line.split() for line in HOME_AND_AWAY_WINS.split("\n") if line.strip()]
    counts = [[(0, 0) if cell == "-" else tuple(map(int, cell.split(":"))) for cell in line] for line in cells]
    wins, losses = np.moveaxis(np.array(counts, dtype=float), -1, 0)
    found = fit(Results(wins, np.zeros_like(wins), losses), virtual=np.full((2, 8), 1e-9))
    assert list(found.strengths - found.strengths[-1]) == pytest.approx(PUBLISHED, abs=0.006)
    assert float(found.edge) == pytest.approx(HOME_ADVANTAGE, abs=0.002)


def test_draws_and_edge_are_told_apart():
    # From Davidson's model itself: weights of win, draw and loss, for two bots that are 0.5 apart.
    def weights(lead):
        weighed = np.array([math.exp(lead / 2), 0.4, math.exp(-lead / 2)])
        return 1e6 * weighed / weighed.sum()

    tables = np.zeros((3, 2, 2))
    tables[:, 0, 1], tables[:, 1, 0] = weights(0.5 + 0.2), weights(-0.5 + 0.2)
    found = fit(Results(*tables))
    assert found.strengths[0] - found.strengths[1] == pytest.approx(0.5, abs=1e-3)
    assert float(found.edge) == pytest.approx(0.2, abs=1e-3)
    assert math.exp(found.log_weight) == pytest.approx(0.4, abs=1e-3)


STRENGTHS, EDGE, LUCK = np.array([0.6, 0.0, -0.6]), 0.3, 1.0
MET = [(0, 1), (0, 2), (1, 2)]


def chances_of_pairs():
    """Return the chances of the nine ways of each meeting, where a deal favours a seat by a normal number of logits."""
    nodes, weights = np.polynomial.hermite_e.hermegauss(41)
    weights = weights / weights.sum()
    ways = []
    for one, other in MET:
        lead = STRENGTHS[one] - STRENGTHS[other]
        first = 1 / (1 + np.exp(-(lead + EDGE + LUCK * nodes)))
        second = 1 / (1 + np.exp(-(lead - EDGE - LUCK * nodes)))
        table = np.zeros((3, 3))
        for won, chance in ((2, first), (0, 1 - first)):
            for also_won, other_chance in ((2, second), (0, 1 - second)):
                table[won, also_won] = (weights * chance * other_chance).sum()
        ways.append(table.reshape(9))
    return np.array(ways)


def meetings(counts):
    one, other = np.array(MET).T
    return Meetings(len(STRENGTHS), one, other, counts)


def centred(found):
    return found.strengths - found.strengths.mean(-1, keepdims=True)


def test_intervals_hold_the_truth_as_often_as_they_say():
    chance, ways, runs = np.random.default_rng(11), chances_of_pairs(), 400
    truth = centred(fit(results_of(meetings(ways), 1e7 * ways)))
    held = 0
    for _ in range(runs):
        played = meetings(chance.multinomial(60, ways).astype(float))
        again = bootstrap(played, fit(results_of(played, played.counts)), 300, chance)
        low, high = np.quantile(centred(again), (0.025, 0.975), axis=0)
        held += int(((low <= truth) & (truth <= high)).sum())
    assert 0.93 <= held / (runs * len(STRENGTHS)) <= 0.97


def test_errors_count_pairs_and_not_games():
    def width(*ways):
        (first, _) = rate([PairCount("a", "b", *way) for way in ways], ["a", "b"]).lines
        return first.elo.error

    assert (
        width((2, 0, 100), (0, 2, 100), (2, 2, 10), (0, 0, 10))
        < width((2, 0, 55), (0, 2, 55), (2, 2, 55), (0, 0, 55)) / 2
    )


def test_everything_is_finite_from_the_first_game_on():
    for counts in ([], [PairCount("a", "b", 2, 2, 1)], [PairCount("a", "b", 2, 2, 1000), PairCount("c", "d", 1, 1, 1)]):
        ratings = rate(counts, list("abcd"))
        numbers = [number for line in ratings.lines for number in (line.elo.value, line.elo.low, line.elo.high)]
        numbers += [*ratings.superiority.values(), ratings.edge_elo.value, ratings.edge_elo.low, ratings.edge_elo.high]
        assert all(map(math.isfinite, numbers))
        assert all(line.elo.low < line.elo.high for line in ratings.lines)
        assert len(ratings.superiority) == 12


def test_bot_that_has_won_all_its_games_has_an_error_that_says_so():
    few, many = (rate([PairCount("a", "b", 2, 2, pairs)], ["a", "b"]).lines[0].elo for pairs in (2, 200))
    assert few.value < many.value
    assert many.error > 100


def test_anchor_has_0_and_its_distances_are_those_to_it():
    counts = [PairCount("a", "b", 2, 0, 30), PairCount("a", "b", 2, 2, 10), PairCount("b", "c", 2, 2, 5)]
    free, anchored = rate(counts, list("abc")), rate(counts, list("abc"), "b")
    elo = {line.bot: line.elo for line in anchored.lines}
    assert (elo["b"].value, elo["b"].low, elo["b"].high) == (0, 0, 0)
    apart = {line.bot: line.elo.value for line in free.lines}
    assert elo["a"].value == pytest.approx(apart["a"] - apart["b"])
    assert sum(apart.values()) == pytest.approx(0, abs=1e-6)


def test_ratings_do_not_depend_on_the_order_of_anything_and_come_out_the_same_again():
    counts = [PairCount("a", "b", 2, 0, 30), PairCount("a", "b", 2, 2, 10), PairCount("b", "c", 2, 2, 5)]
    assert rate(counts, list("abc")) == rate(counts[::-1], list("abc"))


def test_likelihoods_of_two_add_up_to_one_and_grow_with_the_evidence():
    few, many = (
        rate([PairCount("a", "b", 2, 2, pairs), PairCount("a", "b", 0, 0, pairs // 3)], ["a", "b"]) for pairs in (6, 60)
    )
    assert 0.5 < few.superiority["a", "b"] < many.superiority["a", "b"] < 1
    assert few.superiority["a", "b"] + few.superiority["b", "a"] == pytest.approx(1)
