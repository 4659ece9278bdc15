"""Ratings: one number a bot, in Elo, that explains all results at once, and how far it can be trusted.

The model is that of Davidson for draws with the first-seat edge of Davidson and Beaver; the errors come from drawing the
pairs of games again and again (the bootstrap). Formulas and sources are in tournaments/STATISTICS.md. This module needs
numpy, the extra ``reiver[stats]``.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tournaments.pairs import ELO_PER_LOGIT, Estimate, PairCount

Floats = npt.NDArray[np.float64]
Places = npt.NDArray[np.int64]

DRAWS_AGAIN = 600
STEPS, STEPS_AGAIN = 100, 12
# Each bot has as good as drawn this many games against one of mean strength, and the first seat as many against the
# second; it keeps all numbers finite.
VIRTUAL_GAMES = 2.0
# What is thought of the logarithm of the draws' weight before the first game.
DRAW_MEAN, DRAW_SPREAD = -3.0, 3.0
_LEAST_MOVE, _LEAST_ELO = 1e-300, 1e-6


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

    def ahead_of_next(self, place: int) -> float | None:
        """Return the likelihood in % that a bot is better than the one in the next place; None for the last."""
        if place + 1 == len(self.lines):
            return None
        return 100 * self.superiority[self.lines[place].bot, self.lines[place + 1].bot]


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
    meetings = meetings_of(counts, bots)
    best = fit(results_of(meetings, meetings.counts))
    again = bootstrap(meetings, best, draws, np.random.default_rng(seed))
    zero = None if anchor is None else bots.index(anchor)
    elo = _anchored(best.strengths, zero) * ELO_PER_LOGIT
    drawn = _anchored(again.strengths, zero) * ELO_PER_LOGIT
    sizes = np.tile(meetings.counts.sum(-1), 2)
    pairs = np.bincount(np.concatenate([meetings.one, meetings.other]), sizes, len(bots))
    lines = [Rating(bot, _estimate(elo[place], drawn[:, place]), int(pairs[place])) for place, bot in enumerate(bots)]
    lines.sort(key=lambda line: (-line.elo.value, line.bot))
    edge = _estimate(float(best.edge) * ELO_PER_LOGIT, again.edge * ELO_PER_LOGIT)
    return Ratings(tuple(lines), edge, _superiority(elo, drawn, bots), anchor)


class Meetings(NamedTuple):
    """Who has met whom, by number, and how often their pairs came out in each of nine ways.

    Way ``3 · a + b`` is that the one scored a half points from the first seat and b from the second.
    """

    bots: int
    one: Places
    other: Places
    counts: Floats


def meetings_of(counts: Iterable[PairCount], bots: Sequence[str]) -> Meetings:
    """Return pair counts as arrays."""
    place_of = {bot: place for place, bot in enumerate(bots)}
    table: dict[tuple[int, int], Floats] = {}
    for row in counts:
        ways = table.setdefault((place_of[row.bot], place_of[row.opponent]), np.zeros(9))
        ways[3 * row.from_first + row.from_second] += row.played
    met = np.array(sorted(table), dtype=np.int64).reshape(-1, 2)
    return Meetings(len(bots), met[:, 0], met[:, 1], np.array([table[key] for key in sorted(table)]).reshape(-1, 9))


def results_of(meetings: Meetings, counts: Floats) -> Results:
    """Return the single games of meetings whose pairs came out as `counts` say."""
    ways = counts.reshape(*counts.shape[:-1], 3, 3)
    tables = np.zeros((3, *counts.shape[:-2], meetings.bots, meetings.bots))
    tables[..., meetings.one, meetings.other] = np.moveaxis(ways.sum(-1), -1, 0)[::-1]
    tables[..., meetings.other, meetings.one] = np.moveaxis(ways.sum(-2), -1, 0)
    return Results(*tables)


def bootstrap(meetings: Meetings, best: Fit, draws: int, chance: np.random.Generator) -> Fit:
    """Return the fits of `draws` tournaments whose pairs are drawn from those played, for each two bots by themselves.

    Each meeting has one pair more to draw from, which is as the fit expects it, and the virtual games are weighed at
    random too (M. A. Newton and A. E. Raftery, 1994): so there is an error also where all pairs came out the same, or a
    bot has won all its games.
    """
    bots, played = meetings.bots, meetings.counts.sum(-1)
    likely = (meetings.counts + _expected_ways(meetings, best)) / (played[:, None] + 1)
    start = Fit(*(np.broadcast_to(part, (draws, *np.shape(part))) for part in best))
    fits = []
    for some in np.array_split(np.arange(draws), max(1, draws * bots * bots // 500_000)):
        drawn = chance.multinomial(played.astype(np.int64), likely, (len(some), len(played))).astype(np.float64)
        virtual = chance.exponential(VIRTUAL_GAMES / 2, (2, len(some), bots + 1))
        fits.append(fit(results_of(meetings, drawn), virtual, Fit(*(part[some] for part in start)), STEPS_AGAIN))
    return Fit(*(np.concatenate(parts) for parts in zip(*fits, strict=True)))


def _expected_ways(meetings: Meetings, best: Fit) -> Floats:
    """Return the chances of the nine ways of each meeting, were its two games independent."""
    lead = best.strengths[meetings.one] - best.strengths[meetings.other]
    from_first, from_second = (
        chances(half, best.log_weight) for half in ((lead + best.edge) / 2, (lead - best.edge) / 2)
    )
    ways = np.stack(from_first[::-1], -1)[:, :, None] * np.stack(from_second[::-1], -1)[:, None, :]
    return ways.reshape(-1, 9)


def chances(half: Floats, log_weight: Floats) -> tuple[Floats, Floats, Floats]:
    """Return the chances of win, draw and loss for whom is ahead by twice `half` logits."""
    half = np.clip(half, -150, 150)
    win, draw, loss = np.exp(half), np.exp(log_weight), np.exp(-half)
    total = win + draw + loss
    return win / total, draw / total, loss / total


def fit(results: Results, virtual: Floats | None = None, start: Fit | None = None, steps: int = STEPS) -> Fit:
    """Return what explains results best, by Newton's method.

    `virtual` are the wins and losses of each bot against one of strength 0, and last those of the first seat.
    """
    *many, bots, _ = results.wins.shape
    if virtual is None:
        virtual = np.full((2, *many, bots + 1), VIRTUAL_GAMES / 2)
    start = start or Fit(np.zeros((*many, bots)), np.zeros(many), np.full(many, DRAW_MEAN))
    x = np.concatenate([start.strengths, start.edge[..., None], start.log_weight[..., None]], axis=-1)
    for _ in range(steps):
        gradient, curvature = _slope(results, virtual, x)
        move = np.linalg.solve(curvature, gradient[..., None])[..., 0]
        move *= np.minimum(1, 2 / np.maximum(np.abs(move).max(axis=-1, keepdims=True), _LEAST_MOVE))
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
    win, draw, loss = chances(half, log_weight[..., None, None])
    games = results.wins + results.draws + results.losses
    lead = (results.wins - results.losses - games * (win - loss)) / 2
    spread = games * (win + loss - (win - loss) ** 2) / 4
    mixed = -games * draw * (win - loss) / 2
    gradient, curvature = np.zeros_like(x), np.zeros((*x.shape, x.shape[-1]))
    gradient[..., :-2] = lead.sum(-1) - lead.sum(-2)
    gradient[..., -2] = lead.sum((-1, -2))
    gradient[..., -1] = (results.draws - games * draw).sum((-1, -2)) - (log_weight - DRAW_MEAN) / DRAW_SPREAD**2
    curvature[..., :-2, :-2] = -(spread + np.swapaxes(spread, -1, -2))
    diagonal = np.arange(strengths.shape[-1])
    curvature[..., diagonal, diagonal] += spread.sum(-1) + spread.sum(-2)
    for place, table in ((-2, spread), (-1, mixed)):
        curvature[..., :-2, place] = curvature[..., place, :-2] = table.sum(-1) - table.sum(-2)
    curvature[..., -2, -2] = spread.sum((-1, -2))
    curvature[..., -1, -1] = (games * draw * (1 - draw)).sum((-1, -2)) + 1 / DRAW_SPREAD**2
    curvature[..., -2, -1] = curvature[..., -1, -2] = mixed.sum((-1, -2))
    won, lost = virtual
    chance = 1 / (1 + np.exp(-np.clip(x[..., :-1], -300, 300)))
    gradient[..., :-1] += won * (1 - chance) - lost * chance
    diagonal = np.arange(x.shape[-1] - 1)
    curvature[..., diagonal, diagonal] += (won + lost) * chance * (1 - chance)
    return gradient, curvature


def _anchored(strengths: Floats, zero: int | None) -> Floats:
    return strengths - (strengths.mean(-1, keepdims=True) if zero is None else strengths[..., zero, None])


def _estimate(value: float, drawn: Floats) -> Estimate:
    low, high = np.quantile(drawn, (0.025, 0.975))
    return Estimate(float(value), float(low), float(high))


def _superiority(elo: Floats, drawn: Floats, bots: Sequence[str]) -> dict[tuple[str, str], float]:
    """Return how likely the one bot is better than the other, the errors taken for normal."""
    table: dict[tuple[str, str], float] = {}
    for place, bot in enumerate(bots):
        spread = (drawn[:, place, None] - drawn).std(0)
        for other, name in enumerate(bots):
            if other != place:
                ahead = (elo[place] - elo[other]) / max(float(spread[other]), _LEAST_ELO)
                table[bot, name] = 0.5 * (1 + math.erf(float(ahead) / math.sqrt(2)))
    return table
