"""Pairs: what two games on one deal with swapped seats say of two bots, which is more than two games say.

A pair scores 0 to 4 half points; how often each occurs are the five *pentanomial* counts of a match. Everything here
needs no more than the standard library; formulas and sources are in tournaments/STATISTICS.md.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

Counts = Sequence[float]

SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
ELO_PER_LOGIT = 400 / math.log(10)
NELO_PER_T = 800 / math.log(10)
Z_95 = 1.959963984540054
# What is put in the place of a count of 0, so that every likelihood is finite.
TRACE = 1e-3
# What every match is taken to have had besides its own pairs: one won twice and one lost twice.
PRIOR = (1, 0, 0, 0, 1)
# No Elo, normalized or not, is farther from 0.
MOST_ELO = 2000.0
LEAST_SCORE = 1 / (1 + 10 ** (MOST_ELO / 400))


class PairCount(NamedTuple):
    """How often two bots have had a pair of one kind: the half points of `bot` from the first and the second seat."""

    bot: str
    opponent: str
    from_first: int
    from_second: int
    played: int


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number and its 95 % interval."""

    value: float
    low: float
    high: float

    @property
    def error(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2


@dataclass(frozen=True, slots=True)
class Match:
    """What the pentanomial `counts` of two bots say, seen from the first.

    `superiority` is the likelihood that the first is the better one: 97.5 % where an interval begins at 0.
    """

    counts: tuple[int, ...]
    elo: Estimate
    normalized_elo: Estimate
    superiority: float

    @property
    def pairs(self) -> int:
        """How many pairs were played."""
        return sum(self.counts)

    @property
    def score(self) -> float:
        """The share of the points that the first scored; ½ without a pair."""
        return moments(self.counts)[0] if self.pairs else 0.5


def match_of(counts: Sequence[int]) -> Match:
    """Return what five counts of pairs say; the first counts those that scored nothing, the last those won twice."""
    likely = smoothed(counts)
    mean, variance = moments(likely)
    deviation = math.sqrt(variance / sum(likely))
    scores = (mean, mean - Z_95 * deviation, mean + Z_95 * deviation)
    kept = variance / (mean * (1 - mean))
    return Match(
        tuple(counts),
        Estimate(*map(elo_of, scores)),
        Estimate(*(normalized_elo_of(score, kept) for score in scores)),
        0.5 * (1 + math.erf((mean - 0.5) / deviation / math.sqrt(2))),
    )


def smoothed(counts: Sequence[int]) -> list[int]:
    """Return counts together with the `PRIOR`, which have some variance and a score between 0 and 1."""
    return [count + more for count, more in zip(counts, PRIOR, strict=True)]


def moments(counts: Counts) -> tuple[float, float]:
    """Return mean and variance of the score of a pair, as a share of its points."""
    total = sum(counts)
    mean = sum(score * count for score, count in zip(SCORES, counts, strict=True)) / total
    return mean, sum((score - mean) ** 2 * count for score, count in zip(SCORES, counts, strict=True)) / total


def elo_of(score: float) -> float:
    """Return the Elo difference that a score stands for."""
    share = _inner(score)
    return 400 * math.log10(share / (1 - share))


def normalized_elo_of(score: float, kept: float) -> float:
    """Return the normalized Elo of a score, where pairs have the share `kept` of the variance they could have."""
    share = _inner(score)
    t_value = (share - 0.5) / math.sqrt(kept * share * (1 - share))
    return min(max(-MOST_ELO, t_value / math.sqrt(2) * NELO_PER_T), MOST_ELO)


def score_of(elo: float) -> float:
    """Return the score that an Elo difference makes expect."""
    return 1 / (1 + 10 ** (-elo / 400))


def _inner(score: float) -> float:
    return min(max(LEAST_SCORE, score), 1 - LEAST_SCORE)
