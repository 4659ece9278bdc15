"""Pairs of games: the Elo of a match as others reckon it, and finite numbers from the first pair on."""

import math
from itertools import product

import pytest

from tournaments.pairs import match_of

# From the tests of fastchess 1.x (app/tests/elo_test.cpp, "EloPentanomial"): pairs that scored 0 to 2 points, normalized
# Elo and its error, Elo and its error.
PUBLISHED = [
    ((34, 54, 63, 64, 75), 57.94, 28.28, 55.58, 27.65),
    ((332, 433, 498, 333, 334), -9.17, 10.96, -8.64, 10.33),
    ((7895, 8757, 5685, 568, 9999), -19.01, 2.65, -21.04, 2.95),
]


@pytest.mark.parametrize(("counts", "normalized", "normalized_error", "elo", "error"), PUBLISHED)
def test_elo_of_a_match_is_that_of_a_published_tool(counts, normalized, normalized_error, elo, error):
    match = match_of(counts)
    assert match.normalized_elo.value == pytest.approx(normalized, abs=0.006)
    assert match.normalized_elo.error == pytest.approx(normalized_error, abs=0.006)
    assert match.elo.value == pytest.approx(elo, abs=0.006)
    assert match.elo.error == pytest.approx(error, abs=0.006)


def test_likelihood_of_superiority_is_that_of_a_published_tool():
    assert match_of(PUBLISHED[1][0]).superiority == pytest.approx(0.0505, abs=0.00005)


def test_pairs_say_more_than_their_games_where_deals_decide():
    split, independent = match_of((10, 0, 180, 0, 10)), match_of((50, 0, 100, 0, 50))
    assert split.elo.error < independent.elo.error / 2
    assert split.elo.value == independent.elo.value == 0


def test_match_seen_from_the_other_side_is_turned_round():
    one, other = match_of((3, 1, 10, 2, 9)), match_of((9, 2, 10, 1, 3))
    assert one.elo.value == pytest.approx(-other.elo.value)
    assert one.elo.low == pytest.approx(-other.elo.high)
    assert one.superiority == pytest.approx(1 - other.superiority)


def test_all_numbers_are_finite():
    for counts in product((0, 1, 1000), repeat=5):
        match = match_of(counts)
        numbers = [match.score, match.superiority]
        for estimate in (match.elo, match.normalized_elo):
            numbers += [estimate.value, estimate.low, estimate.high]
            assert estimate.low <= estimate.value <= estimate.high
            assert estimate.low < estimate.high
        assert all(map(math.isfinite, numbers))
