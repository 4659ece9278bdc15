"""Scores: sheets that show the standings, and who has scored what against whom."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from tournaments.sheet import NEVER, Cell, Column, Sheet
from tournaments.standings import Standing, Standings, Tally

if TYPE_CHECKING:
    from tournaments.ratings import Ratings

_TALLY_COLUMNS = (
    Column("games", matters=6),
    Column("score", "score %", times=100),
    Column("wins", matters=7),
    Column("draws", matters=5),
    Column("losses", matters=7),
    Column("points", matters=6),
    Column("stones", matters=1),
)
_STANDINGS_COLUMNS = (
    Column("rank", "#"),
    Column("bot"),
    *_TALLY_COLUMNS,
    Column("turns", matters=NEVER),
    Column("mean_ns", "mean ms", 2, 1e-6, 2),
    Column("worst_ns", "worst ms", 2, 1e-6, 3),
    Column("faults", matters=4),
)
_RATING_COLUMNS = (
    Column("elo_rank"),
    Column("elo"),
    Column("elo_low"),
    Column("elo_high"),
    Column("pairs"),
    Column("better_than_next"),
)


def standings_sheet(lines: Sequence[Standing], title: str = "") -> Sheet:
    """Return the sheet of standings."""
    rows = tuple((rank, *_standing_cells(line)) for rank, line in enumerate(lines, 1))
    return Sheet("standings", title, _STANDINGS_COLUMNS, rows, names=2)


def with_ratings(sheet: Sheet, ratings: "Ratings") -> Sheet:
    """Return the sheet of standings with the rating of each bot, for programs."""
    cells: dict[Cell, tuple[Cell, ...]] = {}
    for rank, line in enumerate(ratings.lines, 1):
        elo = line.elo
        cells[line.bot] = (rank, elo.value, elo.low, elo.high, line.pairs, ratings.ahead_of_next(rank - 1))
    rows = tuple((*row, *cells[row[1]]) for row in sheet.rows)
    return Sheet(sheet.key, sheet.title, (*sheet.columns, *_RATING_COLUMNS), rows, sheet.names)


def counts_sheet(standings: Standings) -> Sheet:
    """Return the crosstable in wins, draws and losses."""
    return _crosstable(standings, "wins-draws-losses", lambda tally: (tally.wins, tally.draws, tally.losses))


def shares_sheet(standings: Standings) -> Sheet:
    """Return the crosstable in shares of the points, which takes less room."""
    return _crosstable(standings, "score %", lambda tally: 100 * float(tally.score))


def meetings_sheet(standings: Standings) -> Sheet:
    """Return the crosstable as a list, for programs."""
    rows = tuple((*bots, *_tally_cells(tally)) for bots, tally in sorted(standings.cross.items()))
    return Sheet("crosstable", "", (Column("bot"), Column("opponent"), *_TALLY_COLUMNS), rows, names=2)


def _crosstable(standings: Standings, what: str, cell: Callable[[Tally], Cell]) -> Sheet:
    bots = [line.bot for line in standings.lines]
    columns = (Column("rank", "#"), Column("bot"), *(Column(str(rank)) for rank in range(1, len(bots) + 1)))
    rows: list[tuple[Cell, ...]] = []
    for rank, bot in enumerate(bots, 1):
        tallies = (standings.cross.get((bot, opponent)) for opponent in bots)
        rows.append((rank, bot, *(None if tally is None else cell(tally) for tally in tallies)))
    return Sheet("crosstable", f"Each against each, {what}", columns, tuple(rows), names=2)


def _standing_cells(line: Standing) -> tuple[Cell, ...]:
    times = (line.turns, line.mean_ns, line.worst_ns)
    return (line.bot, *_tally_cells(line.tally), *times, dict(sorted(line.faults.items())))


def _tally_cells(tally: Tally) -> tuple[Cell, ...]:
    score = float(tally.score) if tally.games else None
    return (tally.games, score, tally.wins, tally.draws, tally.losses, tally.points, tally.stones)
