"""Pairs of games: intervals that hold the truth as often as they say from the first pair on, and Elo as others reckon it."""

import math
from collections.abc import Iterator
from functools import cache
from itertools import product

import pytest

from tournaments.pairs import MOST_ELO, PRIOR, Match, elo_of, match_of, moments, normalized_elo_of

# From the tests of fastchess 1.x (app/tests/elo_test.cpp, "EloPentanomial"): pairs that scored 0 to 2 points, normalized
# Elo and its error, Elo and its error.
PUBLISHED = [
    ((34, 54, 63, 64, 75), 57.94, 28.28, 55.58, 27.65),
    ((332, 433, 498, 333, 334), -9.17, 10.96, -8.64, 10.33),
    ((7895, 8757, 5685, 568, 9999), -19.01, 2.65, -21.04, 2.95),
]


def without_prior(counts):
    """Return counts that, with the pairs every match is taken to have had, are those of a tool that adds none."""
    return tuple(count - more for count, more in zip(counts, PRIOR, strict=True))


@pytest.mark.parametrize(("counts", "normalized", "normalized_error", "elo", "error"), PUBLISHED)
def test_elo_of_a_match_is_that_of_a_published_tool(counts, normalized, normalized_error, elo, error):
    match = match_of(without_prior(counts))
    assert match.normalized_elo.value == pytest.approx(normalized, abs=0.006)
    assert match.elo.value == pytest.approx(elo, abs=0.006)
    assert match.elo.error == pytest.approx(error, abs=0.006)
    # The tool takes the error of a lead of 0 for that of every lead.
    assert match.normalized_elo.error == pytest.approx(normalized_error, rel=0.03)


def test_likelihood_of_superiority_is_that_of_a_published_tool():
    assert match_of(without_prior(PUBLISHED[1][0])).superiority == pytest.approx(0.0505, abs=0.00005)


def pair_shares(won: float, together: float, drawn: float = 0.0) -> list[float]:
    """Return the chances of the five scores of a pair whose games are won with a chance.

    The two have a correlation; then each is drawn after all with another chance, whatever the other one is.
    """
    both = won**2 + together * won * (1 - won)
    neither = 1 - 2 * won + both
    shares = [0.0] * 5
    for (one, other), chance in {(2, 2): both, (2, 0): 1 - both - neither, (0, 0): neither}.items():
        for first, second in product((False, True), repeat=2):
            likely = (drawn if first else 1 - drawn) * (drawn if second else 1 - drawn)
            shares[(1 if first else one) + (1 if second else other)] += chance * likely
    return shares


def outcomes(pairs: int, shares: list[float]) -> Iterator[tuple[float, Match]]:
    """Yield each way in which so many pairs can come out, with its chance."""
    possible = [place for place, share in enumerate(shares) if share]
    for some in splits(pairs, len(possible)):
        counts = [0] * 5
        chance = math.lgamma(pairs + 1)
        for place, count in zip(possible, some, strict=True):
            counts[place] = count
            chance += count * math.log(shares[place]) - math.lgamma(count + 1)
        yield math.exp(chance), matched(tuple(counts))


def splits(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    if parts == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in splits(total - first, parts - 1):
            yield (first, *rest)


matched = cache(match_of)


def held(pairs: int, shares: list[float]) -> tuple[float, float]:
    """Return how likely the intervals of Elo and of normalized Elo hold the truth after so many pairs."""
    mean, variance = moments(shares)
    elo, normalized = elo_of(mean), normalized_elo_of(mean, variance / (mean * (1 - mean)))
    by_elo = by_normalized = 0.0
    for chance, match in outcomes(pairs, shares):
        by_elo += chance * (match.elo.low <= elo <= match.elo.high)
        by_normalized += chance * (match.normalized_elo.low <= normalized <= match.normalized_elo.high)
    return by_elo, by_normalized


# Chances to win a game, and the least correlation of the two games of a pair that there can be.
STRENGTHS = ((0.5, -1.0), (0.6, -2 / 3), (0.75, -1 / 3), (0.95, -1 / 19))
FEW, MANY = (1, 2, 3, 4, 5, 6, 8, 10, 15, 20), (30, 50, 100, 200)


@pytest.mark.parametrize(("won", "least"), STRENGTHS)
@pytest.mark.parametrize("part", [0.8, 0.0, -0.3])
def test_intervals_of_a_match_hold_the_truth_as_often_as_they_say(won, least, part):
    shares = pair_shares(won, part * least if part > 0 else -part)
    for pairs in FEW + MANY:
        by_elo, by_normalized = held(pairs, shares)
        assert by_elo >= 0.93
        assert by_normalized >= (0.93 if won < 0.9 else 0.85)
    if won == 0.5:
        assert held(MANY[-1], shares)[0] <= 0.96


@pytest.mark.parametrize("won", [won for won, _ in STRENGTHS])
def test_intervals_of_a_match_with_draws_hold_the_truth_as_often_as_they_say(won):
    for pairs, drawn in product((1, 2, 3, 5, 8), (0.1, 0.5)):
        assert held(pairs, pair_shares(won, 0.0, drawn))[0] >= 0.93


def test_likelihood_of_superiority_is_that_of_the_interval():
    for counts in product((0, 1, 2, 7), repeat=5):
        match = match_of(counts)
        assert (match.superiority > 0.975) == (match.elo.low > 0) == (match.normalized_elo.low > 0)
        assert (match.superiority < 0.025) == (match.elo.high < 0) == (match.normalized_elo.high < 0)


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
            assert estimate.low < estimate.high or abs(estimate.value) == MOST_ELO
        assert all(map(math.isfinite, numbers))
