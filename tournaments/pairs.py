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
# A score is taken for no nearer to 0 or 1 than half a half point in all games, so that its Elo is finite.
MOST_ELO = 2000.0


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
    """What the pentanomial `counts` of two bots say, seen from the first; all but `pairs` is None without a pair.

    `superiority` is the likelihood that the first is the better one.
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
    pairs = sum(counts)
    if not pairs:
        nothing = Estimate(0.0, -MOST_ELO, MOST_ELO)
        return Match(tuple(counts), nothing, nothing, 0.5)
    mean, variance = moments(smoothed(counts))
    error = Z_95 * math.sqrt(variance / pairs)
    normalized = (mean - 0.5) / math.sqrt(2 * variance) * NELO_PER_T
    normalized_error = Z_95 / math.sqrt(2 * pairs) * NELO_PER_T
    return Match(
        tuple(counts),
        Estimate(elo_of(mean), elo_of(mean - error), elo_of(mean + error)),
        Estimate(normalized, normalized - normalized_error, normalized + normalized_error),
        0.5 * (1 + math.erf((mean - 0.5) / math.sqrt(2 * variance / pairs))),
    )


def smoothed(counts: Counts) -> list[float]:
    """Return counts that have some variance: where all pairs came out the same, half a pair is moved to each side."""
    if sum(1 for count in counts if count) > 1:
        return list(counts)
    only = next(place for place, count in enumerate(counts) if count)
    wider = [float(count) for count in counts]
    for place in (max(0, only - 1), min(len(counts) - 1, only + 1)):
        if place != only:
            wider[place] += 0.5
    return wider


def moments(counts: Counts) -> tuple[float, float]:
    """Return mean and variance of the score of a pair, as a share of its points."""
    total = sum(counts)
    mean = sum(score * count for score, count in zip(SCORES, counts, strict=True)) / total
    return mean, sum((score - mean) ** 2 * count for score, count in zip(SCORES, counts, strict=True)) / total


def elo_of(score: float) -> float:
    """Return the Elo difference that a score stands for, within `MOST_ELO`."""
    least = 1 / (1 + 10 ** (MOST_ELO / 400))
    share = min(max(score, least), 1 - least)
    return 400 * math.log10(share / (1 - share))


def score_of(elo: float) -> float:
    """Return the score that an Elo difference makes expect."""
    return 1 / (1 + 10 ** (-elo / 400))
