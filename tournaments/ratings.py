"""Ratings: one number a bot, in Elo, that explains all results at once, and how far it can be trusted.

The model is that of Davidson for draws with the first-seat edge of Davidson and Beaver; the errors come from drawing the
pairs of games again and again (the bootstrap). Formulas and sources are in tournaments/STATISTICS.md. This module needs
numpy, the extra ``reiver[stats]``.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tournaments.pairs import ELO_PER_LOGIT, Estimate

Floats = npt.NDArray[np.float64]

DRAWS_AGAIN = 600
STEPS, STEPS_AGAIN = 100, 12
# Each bot has drawn this many games against one of mean strength; it keeps all numbers finite.
VIRTUAL_GAMES = 0.5
# What is thought of the logarithm of the draws' weight, and of the first seat's edge, before the first game.
DRAW_MEAN, DRAW_SPREAD, EDGE_SPREAD = -3.0, 3.0, 3.0
_LEAST = 1e-300


class PairCount(NamedTuple):
    """How often two bots have had a pair of one kind: the half points of `bot` from the first and the second seat."""

    bot: str
    opponent: str
    from_first: int
    from_second: int
    count: int


@dataclass(frozen=True, slots=True)
class Rating:
    """A bot's place, its Elo with the 95 % interval, and how many pairs of games it is from."""

    bot: str
    elo: Estimate
    pairs: int


@dataclass(frozen=True, slots=True)
class Ratings:
    """The ratings, best first; `edge_elo` is what the first seat is worth.

    `superiority` is the likelihood that the one bot is better than the other.
    """

    lines: tuple[Rating, ...]
    edge_elo: Estimate
    superiority: dict[tuple[str, str], float]
    anchor: str | None


class Results(NamedTuple):
    """Results of single games as arrays [first, second] of counts; more dimensions may stand before."""

    wins: Floats
    draws: Floats
    losses: Floats


class Fit(NamedTuple):
    """What explains results best, in logits: the bots' `strengths`, the first seat's `edge`, the draws' `log_weight`."""

    strengths: Floats
    edge: Floats
    log_weight: Floats


def rate(
    counts: Iterable[PairCount], bots: Sequence[str], anchor: str | None = None, draws: int = DRAWS_AGAIN, seed: int = 0
) -> Ratings:
    """Return the ratings of `bots`; `anchor` is the bot that has 0, without one their mean is 0."""
    kinds = _kinds(counts, bots)
    best = fit(_results(kinds, kinds.counts, len(bots)))
    again = bootstrap(kinds, len(bots), best, draws, np.random.default_rng(seed))
    zero = None if anchor is None else bots.index(anchor)
    elo = _anchored(best.strengths, zero) * ELO_PER_LOGIT
    drawn = _anchored(again.strengths, zero) * ELO_PER_LOGIT
    pairs = np.bincount(np.concatenate([kinds.one, kinds.other]), np.tile(kinds.counts, 2), len(bots))
    lines = [Rating(bot, _estimate(elo[place], drawn[:, place]), int(pairs[place])) for place, bot in enumerate(bots)]
    lines.sort(key=lambda line: (-line.elo.value, line.bot))
    edge = _estimate(float(best.edge) * ELO_PER_LOGIT, again.edge * ELO_PER_LOGIT)
    return Ratings(tuple(lines), edge, _superiority(drawn, bots), anchor)


class Kinds(NamedTuple):
    """Pair counts as arrays: the bots by number, their half points from the first seat, and how often."""

    one: npt.NDArray[np.int64]
    other: npt.NDArray[np.int64]
    from_first: npt.NDArray[np.int64]
    from_second: npt.NDArray[np.int64]
    counts: Floats


def _kinds(counts: Iterable[PairCount], bots: Sequence[str]) -> Kinds:
    place_of = {bot: place for place, bot in enumerate(bots)}
    rows = [(place_of[row.bot], place_of[row.opponent], *row[2:]) for row in counts]
    table = np.array(sorted(rows), dtype=np.int64).reshape(-1, 5)
    return Kinds(table[:, 0], table[:, 1], table[:, 2], table[:, 3], table[:, 4].astype(np.float64))


def _results(kinds: Kinds, counts: Floats, bots: int) -> Results:
    """Return the single games of pairs that occur `counts` times, in the order of `kinds`."""
    tables = np.zeros((3, *counts.shape[:-1], bots, bots))
    for seats, scored in (((kinds.one, kinds.other), kinds.from_first), ((kinds.other, kinds.one), 2 - kinds.from_second)):
        for half_points, table in zip((2, 1, 0), tables, strict=True):
            chosen = scored == half_points
            np.add.at(table, (..., seats[0][chosen], seats[1][chosen]), counts[..., chosen])
    return Results(*tables)


def bootstrap(kinds: Kinds, bots: int, best: Fit, draws: int, chance: np.random.Generator) -> Fit:
    """Return the fits of `draws` tournaments whose pairs are drawn from those played, for each two bots by themselves.

    The virtual games are weighed at random too (M. A. Newton and A. E. Raftery, 1994): a bot that has won all its games
    has an error all the same.
    """
    again = np.empty((draws, len(kinds.counts)))
    starts = np.flatnonzero(np.diff(kinds.one * bots + kinds.other, prepend=-1))
    for start, stop in pairwise([*starts, len(kinds.counts)]):
        some = kinds.counts[start:stop]
        again[:, start:stop] = chance.multinomial(int(some.sum()), some / some.sum(), draws)
    virtual = chance.exponential(VIRTUAL_GAMES / 2, (2, draws, bots))
    start_from = Fit(*(np.broadcast_to(part, (draws, *np.shape(part))).copy() for part in best))
    chunks = np.array_split(np.arange(draws), max(1, draws * bots * bots // 500_000))
    fits = [
        fit(_results(kinds, again[some], bots), virtual[:, some], Fit(*(part[some] for part in start_from)), STEPS_AGAIN)
        for some in chunks
    ]
    return Fit(*(np.concatenate(parts) for parts in zip(*fits, strict=True)))


def fit(results: Results, virtual: Floats | None = None, start: Fit | None = None, steps: int = STEPS) -> Fit:
    """Return what explains results best, by Newton's method.

    `virtual` are the wins and losses of each bot against one of strength 0.
    """
    *many, bots, _ = results.wins.shape
    if virtual is None:
        virtual = np.full((2, *many, bots), VIRTUAL_GAMES / 2)
    start = start or Fit(np.zeros((*many, bots)), np.zeros(many), np.full(many, DRAW_MEAN))
    x = np.concatenate([start.strengths, start.edge[..., None], start.log_weight[..., None]], axis=-1)
    for _ in range(steps):
        gradient, curvature = _slope(results, virtual, x)
        move = np.linalg.solve(curvature, gradient[..., None])[..., 0]
        move *= np.minimum(1, 2 / np.maximum(np.abs(move).max(axis=-1, keepdims=True), _LEAST))
        x = x + move
        if np.abs(move).max(initial=0) < 1e-6:
            break
    return Fit(x[..., :-2], x[..., -2], x[..., -1])


def _slope(results: Results, virtual: Floats, x: Floats) -> tuple[Floats, Floats]:
    """Return gradient and negative curvature of the log posterior at `x`: strengths, edge, log of the draws' weight.

    With d the logit by which the first seat is ahead, win, draw and loss have the weights exp(d/2), exp(log weight) and
    exp(-d/2).
    """
    strengths, edge, log_weight = x[..., :-2], x[..., -2], x[..., -1]
    half = (strengths[..., :, None] - strengths[..., None, :] + edge[..., None, None]) / 2
    half = np.clip(half, -150, 150)
    win, loss, draw = np.exp(half), np.exp(-half), np.exp(log_weight)[..., None, None]
    total = win + loss + draw
    win, loss, draw = win / total, loss / total, draw / total
    games = results.wins + results.draws + results.losses
    lead = (results.wins - results.losses - games * (win - loss)) / 2
    spread = games * (win + loss - (win - loss) ** 2) / 4
    mixed = -games * draw * (win - loss) / 2
    gradient, curvature = np.zeros_like(x), np.zeros((*x.shape, x.shape[-1]))
    gradient[..., :-2] = lead.sum(-1) - lead.sum(-2)
    gradient[..., -2] = lead.sum((-1, -2)) - edge / EDGE_SPREAD**2
    gradient[..., -1] = (results.draws - games * draw).sum((-1, -2)) - (log_weight - DRAW_MEAN) / DRAW_SPREAD**2
    curvature[..., :-2, :-2] = -(spread + np.swapaxes(spread, -1, -2))
    diagonal = np.arange(strengths.shape[-1])
    curvature[..., diagonal, diagonal] += spread.sum(-1) + spread.sum(-2)
    for place, table in ((-2, spread), (-1, mixed)):
        curvature[..., :-2, place] = curvature[..., place, :-2] = table.sum(-1) - table.sum(-2)
    curvature[..., -2, -2] = spread.sum((-1, -2)) + 1 / EDGE_SPREAD**2
    curvature[..., -1, -1] = (games * draw * (1 - draw)).sum((-1, -2)) + 1 / DRAW_SPREAD**2
    curvature[..., -2, -1] = curvature[..., -1, -2] = mixed.sum((-1, -2))
    won, lost = virtual
    chance = 1 / (1 + np.exp(-np.clip(strengths, -300, 300)))
    gradient[..., :-2] += won * (1 - chance) - lost * chance
    curvature[..., diagonal, diagonal] += (won + lost) * chance * (1 - chance)
    return gradient, curvature


def _anchored(strengths: Floats, zero: int | None) -> Floats:
    return strengths - (strengths.mean(-1, keepdims=True) if zero is None else strengths[..., zero, None])


def _estimate(value: float, drawn: Floats) -> Estimate:
    low, high = np.quantile(drawn, (0.025, 0.975))
    return Estimate(float(value), float(low), float(high))


def _superiority(drawn: Floats, bots: Sequence[str]) -> dict[tuple[str, str], float]:
    """Return how often the one bot comes out above the other, never quite 0 or 1."""
    table: dict[tuple[str, str], Any] = {}
    for place, bot in enumerate(bots):
        above = (drawn[:, place, None] > drawn).sum(0) + (drawn[:, place, None] == drawn).sum(0) / 2
        shares = (above + 0.5) / (len(drawn) + 1)
        table |= {(bot, other): float(shares[number]) for number, other in enumerate(bots) if number != place}
    return table
