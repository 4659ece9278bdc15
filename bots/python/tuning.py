"""The numbers by which stones are reckoned and plays are valued, one set for each bot that reckons by outs."""

from __future__ import annotations

from typing import NamedTuple

FULL_DECK = 42
Table = tuple[tuple[float, ...], ...]


class Tuning(NamedTuple):
    """A set of numbers. The tables have a row for a side that lacks 0 to 3 cards, against one that lacks 0 to 3.

    `held`: the chance that a card in the hand is there for a side when it is wanted: another stone may want it too.
    `own_share`, `their_share`: how much of a player's chance to get a hidden card counts, for the same reason.
    `worth_of_rank`: what a sum, a run, a colour, three of a kind and a colour-run are worth, in the order of the ranking.
    `doubt`: how little the counted chance to win a stone says. `slope`: how much a difference in worth tells where it
    says little. `lead`: what it is worth to be ahead in laying cards, as the logarithm of odds.

    `spent`: how much it counts that a card which is played on one stone is gone for the others.
    `early`: how much more it counts, with the deck full, what a card brings than what the other stones lose by it.
    `thrift`: what a point of a card's value is worth in the hand, with the deck full: a high card fits more stones
    later on. `dearness`: how many times its price a tactics card must be worth to be played. `fear`, `hope`: how much
    the opponent's best answer, and the own play after it, count beside the play.
    """

    held: float
    own_share: float
    their_share: float
    worth_of_rank: tuple[float, ...]
    doubt: Table
    slope: Table
    lead: Table
    spent: float
    early: float
    thrift: float
    dearness: float
    fear: float
    hope: float


PROVER = Tuning(
    held=0.84,
    own_share=0.95,
    their_share=0.8,
    worth_of_rank=(-0.32, 1.8, 2.2, 3.46, 3.95),
    doubt=((0.0, 0.11, 0.07, 0.35), (0.35, 0.16, 0.24, 0.39), (0.6, 0.23, 0.41, 0.5), (0.53, 0.79, 0.93, 0.76)),
    slope=((0.35, 0.61, 0.33, 0.43), (0.29, 0.49, 0.04, 0.54), (0.4, 0.38, -0.16, 0.44), (0.26, 0.24, 0.33, 0.11)),
    lead=((0.0, 0.42, -0.16, 0.41), (0.57, 0.49, 0.14, 0.43), (-0.1, 0.12, 0.42, -0.02), (0.57, -0.79, -0.08, -0.45)),
    spent=1.3,
    early=0.8,
    thrift=0.0044,
    dearness=1.0,
    fear=0.7,
    hope=0.35,
)
"""Found by trial, in matches of 4,000 games of base against careful."""

SEARCHER = Tuning(
    held=0.80,
    own_share=1.05,
    their_share=0.82,
    worth_of_rank=(-0.51, 1.73, 2.48, 3.70, 4.17),
    doubt=((0.0, 0.15, 0.09, 0.36), (0.34, 0.18, 0.23, 0.38), (0.56, 0.31, 0.31, 0.44), (0.64, 0.71, 0.88, 0.67)),
    slope=((0.35, 0.69, 0.27, 0.44), (0.27, 0.48, 0.33, 0.62), (0.41, 0.43, -0.04, 0.54), (0.5, 0.18, 0.19, 0.17)),
    lead=((0.0, 0.43, -0.21, 0.34), (0.05, 0.28, -0.12, 0.48), (-0.38, -0.07, -0.11, 0.06), (0.53, -0.77, -0.38, -0.23)),
    spent=0.96,
    early=0.01,
    thrift=0.0052,
    dearness=4.0,
    fear=0.93,
    hope=0.4,
)
"""Found by stochastic approximation (SPSA), in 600,000 games of base against itself, all numbers a little off either way;
`dearness` by trial, in matches of tactics."""
