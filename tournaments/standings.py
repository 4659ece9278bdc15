"""Standings: a pure fold over results, all at once or one by one.

Bots are ranked by their score, a win being 1 and a draw ½, as a share of the games they have played. Those of equal
score are told apart by the tie-breaks in their order, and then by fewer faults and by name, so that the same results
always give the same table.
"""

import threading
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import groupby

from tournaments.results import Result, Sum

TIEBREAKS = ("points", "sonneborn-berger", "direct", "wins")

Cross = dict[tuple[str, str], "Tally"]


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

    def add(self, won: bool | None, points: int, stones: int, games: int = 1) -> None:
        """Count games: won, lost, or None for drawn."""
        self.wins += games * (won is True)
        self.draws += games * (won is None)
        self.losses += games * (won is False)
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


@dataclass(frozen=True, slots=True)
class Standings:
    """The table, best bot first, and the crosstable: the tally of one bot against another."""

    lines: tuple[Standing, ...]
    cross: Cross
    games: int


class Scoreboard:
    """Results counted as they come; any thread may ask how the bots stand."""

    def __init__(
        self, results: Iterable[Result | Sum] = (), bots: Iterable[str] = (), tiebreaks: Sequence[str] = TIEBREAKS
    ) -> None:
        self.games = 0
        self.cross: Cross = {}
        self._tiebreaks = tiebreaks
        self._line_of = {bot: Standing(bot) for bot in bots}
        self._lock = threading.Lock()
        for result in results:
            self.count(result)

    def count(self, result: Result | Sum) -> None:
        """Count one more result, or some summed up."""
        with self._lock:
            self.games += _games(result)
            for seat in (0, 1):
                _count(result, seat, self._line_of, self.cross)

    def lines(self) -> tuple[Standing, ...]:
        """Return the lines of the bots as they are now, best bot first."""
        with self._lock:
            lines = [
                replace(line, tally=replace(line.tally), faults=line.faults.copy()) for line in self._line_of.values()
            ]
            return tuple(_ranked(lines, self.cross, self._tiebreaks))


def fold(results: Iterable[Result | Sum], bots: Iterable[str] = (), tiebreaks: Sequence[str] = TIEBREAKS) -> Standings:
    """Return the standings after `results`; `bots` are in the table also without a game."""
    scoreboard = Scoreboard(results, bots, tiebreaks)
    return Standings(scoreboard.lines(), scoreboard.cross, scoreboard.games)


def _ranked(lines: list[Standing], cross: Cross, tiebreaks: Sequence[str]) -> list[Standing]:
    share_of = {line.bot: line.tally.score for line in lines}
    meanings: dict[str, _Worth] = {
        "points": lambda line, _rivals: _a_game(Fraction(line.tally.points), line),
        "sonneborn-berger": lambda line, _rivals: _sonneborn_berger(line, cross, share_of),
        "direct": lambda line, rivals: _direct(line, rivals, cross),
        "wins": lambda line, _rivals: Fraction(line.tally.wins),
    }
    worths = [lambda line, _rivals: line.tally.score, *(meanings[word] for word in tiebreaks)]
    return _told_apart(lines, worths)


_Worth = Callable[[Standing, Sequence[Standing]], Fraction]


def _told_apart(lines: list[Standing], worths: Sequence[_Worth]) -> list[Standing]:
    """Return lines by the first of `worths`, highest first, and those that are equal by the next ones."""
    if len(lines) < 2:
        return lines
    if not worths:
        return sorted(lines, key=lambda line: (line.faults.total(), line.bot))
    worth_of = {line.bot: worths[0](line, lines) for line in lines}
    lines = sorted(lines, key=lambda line: worth_of[line.bot], reverse=True)
    groups = [list(group) for _, group in groupby(lines, lambda line: worth_of[line.bot])]
    return [line for group in groups for line in _told_apart(group, worths[1:])]


def _a_game(amount: Fraction, line: Standing) -> Fraction:
    return amount / line.tally.games if line.tally.games else Fraction(0)


def _sonneborn_berger(line: Standing, cross: Cross, share_of: dict[str, Fraction]) -> Fraction:
    """Return the scores of the beaten opponents and half of those that were drawn with, a game."""
    worth = Fraction(0)
    for opponent, share in share_of.items():
        tally = cross.get((line.bot, opponent))
        if tally:
            worth += tally.score * tally.games * share
    return _a_game(worth, line)


def _direct(line: Standing, rivals: Sequence[Standing], cross: Cross) -> Fraction:
    """Return the score against the bots that are still equal."""
    among = Tally()
    for rival in rivals:
        tally = cross.get((line.bot, rival.bot))
        if tally and rival is not line:
            among.wins, among.draws, among.losses = (
                among.wins + tally.wins,
                among.draws + tally.draws,
                among.losses + tally.losses,
            )
    return among.score


def _games(result: Result | Sum) -> int:
    return result.games if isinstance(result, Sum) else 1


def _count(result: Result | Sum, seat: int, line_of: dict[str, Standing], cross: dict[tuple[str, str], Tally]) -> None:
    if seat == 0:
        bot, opponent, points, stones = result.first, result.second, result.first_points, result.first_stones
        turns, time_ns, worst_ns = result.first_turns, result.first_ns, result.first_worst_ns
    else:
        bot, opponent, points, stones = result.second, result.first, result.second_points, result.second_stones
        turns, time_ns, worst_ns = result.second_turns, result.second_ns, result.second_worst_ns
    line = line_of.get(bot) or line_of.setdefault(bot, Standing(bot))
    won = None if result.winner is None else result.winner == seat
    games = _games(result)
    line.tally.add(won, points, stones, games)
    among = cross.get((bot, opponent)) or cross.setdefault((bot, opponent), Tally())
    among.add(won, points, stones, games)
    line.turns += turns
    line.time_ns += time_ns
    line.worst_ns = max(line.worst_ns, worst_ns)
    if result.fault_seat == seat and result.fault:
        line.faults[result.fault] += games
