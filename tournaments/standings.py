"""Standings: a pure fold over results.

Bots are ranked by their score, a win being 1 and a draw ½, as a share of the games they have played; then by match
points a game, then by wins, then by fewer faults, and then by name, so that the same results always give the same
table.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction

from tournaments.results import Result


@dataclass(slots=True)
class Tally:
    """What has come of some games from one side: counts, match points and stones."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    points: int = 0
    stones: int = 0

    @property
    def games(self) -> int:
        """How many games these are."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> Fraction:
        """The share of the games that was won, a draw being half a win; 0 without games."""
        return Fraction(2 * self.wins + self.draws, 2 * self.games) if self.games else Fraction(0)

    def add(self, won: bool | None, points: int, stones: int) -> None:
        """Count a game: won, lost, or None for drawn."""
        self.wins += won is True
        self.draws += won is None
        self.losses += won is False
        self.points += points
        self.stones += stones


@dataclass(slots=True)
class Standing:
    """A bot's line in the table. `turns`, `time_ns` and `worst_ns` are of all turns it has finished."""

    bot: str
    tally: Tally = field(default_factory=Tally)
    faults: Counter[str] = field(default_factory=Counter)
    turns: int = 0
    time_ns: int = 0
    worst_ns: int = 0

    @property
    def mean_ns(self) -> int:
        """The mean time of a turn; 0 without turns."""
        return self.time_ns // self.turns if self.turns else 0

    @property
    def rank_key(self) -> tuple[Fraction, Fraction, int, int, str]:
        """What the table is sorted by, ascending."""
        tally = self.tally
        points = Fraction(tally.points, tally.games) if tally.games else Fraction(0)
        return -tally.score, -points, -tally.wins, self.faults.total(), self.bot


@dataclass(frozen=True, slots=True)
class Standings:
    """The table, best bot first, and the crosstable: the tally of one bot against another."""

    lines: tuple[Standing, ...]
    cross: dict[tuple[str, str], Tally]
    games: int


def fold(results: Iterable[Result], bots: Iterable[str] = ()) -> Standings:
    """Return the standings after `results`; `bots` are in the table also without a game."""
    line_of = {bot: Standing(bot) for bot in bots}
    cross: dict[tuple[str, str], Tally] = {}
    games = 0
    for result in results:
        games += 1
        for seat in (0, 1):
            _count(result, seat, line_of, cross)
    return Standings(tuple(sorted(line_of.values(), key=lambda line: line.rank_key)), cross, games)


def _count(result: Result, seat: int, line_of: dict[str, Standing], cross: dict[tuple[str, str], Tally]) -> None:
    if seat == 0:
        bot, opponent, points, stones = result.first, result.second, result.first_points, result.first_stones
        turns, time_ns, worst_ns = result.first_turns, result.first_ns, result.first_worst_ns
    else:
        bot, opponent, points, stones = result.second, result.first, result.second_points, result.second_stones
        turns, time_ns, worst_ns = result.second_turns, result.second_ns, result.second_worst_ns
    line = line_of.setdefault(bot, Standing(bot))
    won = None if result.winner is None else result.winner == seat
    line.tally.add(won, points, stones)
    cross.setdefault((bot, opponent), Tally()).add(won, points, stones)
    line.turns += turns
    line.time_ns += time_ns
    line.worst_ns = max(line.worst_ns, worst_ns)
    if result.fault_seat == seat and result.fault:
        line.faults[result.fault] += 1
