"""Luck: how much of a game's result the deal explains, told from pairs of games with swapped seats.

On one deal a bot plays each side once. If the deal decided all, who wins the one game would lose the other: the bot's
two results would be opposed, with a correlation of -1. If it decided nothing, they would have none. Minus that
correlation, within the pairs of the same two bots and with what each seat scores on average taken off, is the share of
the variance that the deal explains (derivation in tournaments/STATISTICS.md).
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournaments.pairs import Z_95

# With fewer pairs than these nothing is told.
FEWEST_PAIRS = 10


@dataclass(frozen=True, slots=True)
class Luck:
    """What the pairs say: how many are `split` one win each, and the `share` that deals explain with its 95 % interval.

    `games_a_pair`: how many games on independent deals say as much of the bots as the two of a pair. None: cannot be told.
    """

    pairs: int
    split: float
    share: float | None = None
    low: float | None = None
    high: float | None = None
    games_a_pair: float | None = None


def luck_of(meetings: Iterable[Sequence[tuple[int, int, int]]]) -> Luck:
    """Return the luck in meetings of two bots each.

    A meeting is triples: half points of the one bot from the first seat, from the second, and how many pairs had these.
    """
    pairs = split = freedom = 0
    spreads: list[tuple[float, float, int]] = []
    for meeting in meetings:
        count = sum(times for *_, times in meeting)
        pairs += count
        freedom += count - 1
        split += sum(times for first, second, times in meeting if {first, second} == {0, 2} or first == second == 1)
        spreads += _spreads(meeting, count)
    apart = sum(alone * times for _, alone, times in spreads)
    if pairs < FEWEST_PAIRS or freedom < FEWEST_PAIRS // 2 or not apart:
        return Luck(pairs, split / pairs if pairs else 0.0)
    share = -sum(both * times for both, _, times in spreads) / apart
    error = _error(spreads, share, apart, pairs)
    low, high = (min(max(0.0, bound), 1.0) for bound in (share - error, share + error))
    return Luck(pairs, split / pairs, max(0.0, share), low, high, 2 / max(1 - share, 2 / (freedom + 1)))


def _spreads(meeting: Sequence[tuple[int, int, int]], count: int) -> list[tuple[float, float, int]]:
    """Return, for each kind of pair, the product of what its games are off the mean, the mean square, and how often."""
    means = [sum(pair[seat] * pair[2] for pair in meeting) / count for seat in (0, 1)]
    off = [(first - means[0], second - means[1], times) for first, second, times in meeting]
    return [(first * second, (first**2 + second**2) / 2, times) for first, second, times in off]


def _error(spreads: Sequence[tuple[float, float, int]], share: float, apart: float, pairs: int) -> float:
    """Return the 95 % error of a ratio of sums, by the delta method; one pair more stands for what was not seen yet."""
    square = sum((both + share * alone) ** 2 * times for both, alone, times in spreads)
    return Z_95 * math.sqrt(square + (apart / pairs) ** 2) / apart
