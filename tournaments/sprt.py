"""A sequential probability ratio test: is a bot better than another by `elo1`, or by no more than `elo0`?

The evidence is a generalized log-likelihood ratio of the pentanomial counts (M. Van den Bergh, *Comments on Normalized
Elo*, and the note *Maximum likelihood for multinomial distributions* that goes with it; formulas in
tournaments/STATISTICS.md). It is looked at after each pair, in the order of the schedule.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal

import msgspec

from tournaments.pairs import NELO_PER_T, SCORES, TRACE, Counts, score_of

ACCEPTED, REJECTED = "accepted", "rejected"
Model = Literal["normalized", "logistic"]
# Above this many pairs the evidence is looked at not after each, but a thousand times from each doubling to the next.
OFTEN = 1024
# Where the likeliest distributions are still found from every count.
MOST_ELO = 100

_PRECISION = 1e-12


class SprtTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``[sprt]``: the hypotheses in Elo of the `model`, and the shares of wrong answers that are put up with."""

    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05
    beta: float = 0.05
    model: Model = "normalized"

    @property
    def bounds(self) -> tuple[float, float]:
        """The evidence that rejects and the one that accepts, by A. Wald, *Sequential Analysis*, 1947."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def mistake(self) -> tuple[str, str] | None:
        """Return the key that is wrong, and why, or None."""
        for name, elo in (("elo0", self.elo0), ("elo1", self.elo1)):
            if not abs(elo) <= MOST_ELO:
                return name, f"expected an Elo difference from -{MOST_ELO} to {MOST_ELO}"
        if self.elo0 >= self.elo1:
            return "elo1", f"expected more than elo0, which is {self.elo0:g}"
        for name, share in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0.0001 <= share < 0.5:
                return name, "expected a share from 0.0001 up to, but not, 0.5"
        return None


@dataclass(slots=True)
class Trial:
    """A test that goes on: `counts` of the pairs taken so far, `evidence`, and the `decision` once there is one.

    Pairs are taken in the order of the schedule, and none after the decision: games that end early, be they short or on
    a fast machine, decide nothing before it is their turn.
    """

    table: SprtTable
    counts: list[int] = field(default_factory=lambda: [0] * 5)
    evidence: float = 0.0
    decision: str | None = None

    @property
    def pairs(self) -> int:
        """How many pairs have been taken."""
        return sum(self.counts)

    def take(self, half_points: int) -> None:
        """Take the next pair, of which the bot that is tested has scored this many half points."""
        self.counts[half_points] += 1
        pairs = self.pairs
        if pairs > OFTEN and pairs % (1 << pairs.bit_length() - OFTEN.bit_length()):
            return
        self.weigh()
        rejects, accepts = self.table.bounds
        if self.evidence >= accepts:
            self.decision = ACCEPTED
        elif self.evidence <= rejects:
            self.decision = REJECTED

    def weigh(self) -> None:
        """Reckon the evidence anew."""
        self.evidence = evidence(self.counts, self.table)


def evidence(counts: Counts, table: SprtTable) -> float:
    """Return the log-likelihood ratio of ``elo1`` against ``elo0`` that pentanomial counts make; 0 without any."""
    if not sum(counts):
        return 0.0
    observed = [count or TRACE for count in counts]
    total = sum(observed)
    shares = [count / total for count in observed]
    if table.model == "logistic":
        likeliest: Callable[[float], list[float]] = lambda elo: with_score(shares, score_of(elo))  # noqa: E731
    else:
        likeliest = lambda elo: with_t_value(shares, math.sqrt(2) * elo / NELO_PER_T)  # noqa: E731
    low, high = likeliest(table.elo0), likeliest(table.elo1)
    return total * sum(share * math.log(one / zero) for share, zero, one in zip(shares, low, high, strict=True))


def with_score(shares: Sequence[float], score: float) -> list[float]:
    """Return the likeliest distribution over the five scores of a pair whose mean is `score`."""
    gaps = [value - score for value in SCORES]
    return _tilted(shares, gaps, _root(shares, gaps, 0.0))


def with_t_value(shares: Sequence[float], t_value: float) -> list[float]:
    """Return the likeliest distribution whose mean is `t_value` standard deviations above ½.

    Each step solves the condition made linear around the distribution found before; where that leads away, the next
    step starts from halfway.
    """
    start = [1 / len(shares)] * len(shares)
    last_move, pace, x = 1.0, 1.0, 0.0
    for _ in range(200):
        mean = sum(share * score for share, score in zip(start, SCORES, strict=True))
        spread = math.sqrt(sum(share * (score - mean) ** 2 for share, score in zip(start, SCORES, strict=True)))
        gaps = [score - 0.5 - t_value * (spread + (mean - score) ** 2 / spread) / 2 for score in SCORES]
        x = _root(shares, gaps, x)
        found = _tilted(shares, gaps, x)
        move = max(abs(one - other) for one, other in zip(start, found, strict=True))
        if move < 1e-9:
            return found
        pace = pace / 2 if move > last_move else pace
        last_move = move
        start = [one + pace * (other - one) for one, other in zip(start, found, strict=True)]
    return start


def _tilted(shares: Sequence[float], gaps: Sequence[float], x: float) -> list[float]:
    """Return ``share / (1 + x · gap)``, made to add up to 1."""
    tilted = [share / (1 + x * gap) for share, gap in zip(shares, gaps, strict=True)]
    total = sum(tilted)
    return [share / total for share in tilted]


def _root(shares: Sequence[float], gaps: Sequence[float], start: float) -> float:
    """Solve ``Σ share · gap / (1 + x · gap) = 0`` for x: it falls from +∞ to -∞, and at x the mean of the gaps is 0.

    By Newton's steps, kept between bounds.
    """
    low, high = -1 / max(gaps), -1 / min(gaps)
    x = start if low < start < high else 0.0
    for _ in range(200):
        value = slope = 0.0
        for share, gap in zip(shares, gaps, strict=True):
            part = gap / (1 + x * gap)
            value += share * part
            slope += share * part * part
        low, high = (x, high) if value > 0 else (low, x)
        step = value / slope
        after = x + step if low < x + step < high else (low + high) / 2
        if abs(after - x) <= _PRECISION * (1 + abs(x)):
            return after
        x = after
    return x
