"""Strength: sheets that show ratings, a match of two bots, and a test."""

from typing import TYPE_CHECKING

from tournaments.pairs import Match
from tournaments.sheet import Cell, Column, Sheet
from tournaments.sprt import Trial

if TYPE_CHECKING:
    from tournaments.ratings import Ratings

# With more bots than these, who is better than whom is too wide to be read as a table.
WIDEST = 12


def rating_sheets(ratings: "Ratings") -> list[Sheet]:
    """Return the sheets of ratings: the bots, what the first seat is worth, and who is better than whom."""
    zero = "their mean is 0" if ratings.anchor is None else f"{ratings.anchor} is 0"
    columns = (
        Column("rank", "#"),
        Column("bot"),
        Column("elo", "Elo", 0),
        Column("low", digits=0),
        Column("high", digits=0),
        Column("pairs"),
        Column("better_than_next", "better than next %"),
    )
    rows: list[tuple[Cell, ...]] = []
    for place, line in enumerate(ratings.lines):
        elo = line.elo
        rows.append((place + 1, line.bot, elo.value, elo.low, elo.high, line.pairs, ratings.ahead_of_next(place)))
    sheets = [
        Sheet("ratings", f"Ratings in Elo with 95 % intervals; {zero}", columns, tuple(rows), names=2),
        _edge_sheet(ratings),
    ]
    return [*sheets, _superiority_sheet(ratings)] if 2 < len(ratings.lines) <= WIDEST else sheets


def superiority_list(ratings: "Ratings") -> Sheet:
    """Return who is better than whom as a list, for programs."""
    rows = [(bot, opponent, likelihood) for (bot, opponent), likelihood in sorted(ratings.superiority.items())]
    return Sheet("superiority", "", (Column("bot"), Column("opponent"), Column("likelihood", digits=4)), tuple(rows))


def match_sheet(bot: str, opponent: str, match: Match) -> Sheet:
    """Return the sheet of a match of two bots."""
    ways = ("0", "½", "1", "1½", "2")
    columns = (
        Column("bot"),
        Column("opponent"),
        Column("pairs"),
        *(Column(f"pairs_{number}", f"of {way}") for number, way in enumerate(ways)),
        Column("score", "score %"),
        Column("elo", "Elo"),
        Column("elo_low", "Elo low"),
        Column("elo_high", "Elo high"),
        Column("normalized_elo", "nElo"),
        Column("normalized_elo_low", "nElo low"),
        Column("normalized_elo_high", "nElo high"),
        Column("superiority", "better %"),
    )
    elo, normalized = ((estimate.value, estimate.low, estimate.high) for estimate in (match.elo, match.normalized_elo))
    numbers = (100 * match.score, *elo, *normalized, 100 * match.superiority)
    shown: tuple[Cell, ...] = numbers if match.pairs else (None,) * len(numbers)
    title = "Pairs of games on one deal, by the points scored in both, with 95 % intervals"
    return Sheet("match", title, columns, ((bot, opponent, match.pairs, *match.counts, *shown),), names=2)


def trial_sheet(trial: Trial) -> Sheet:
    """Return the sheet of a test."""
    table = trial.table
    rejects, accepts = table.bounds
    columns = (
        Column("pairs"),
        Column("evidence", "evidence (LLR)", 2),
        Column("rejects", "rejected at", 2),
        Column("accepts", "accepted at", 2),
        Column("elo0", digits=1),
        Column("elo1", digits=1),
        Column("model"),
        Column("decision"),
    )
    told = trial.decision or "none yet"
    row = (trial.pairs, trial.evidence, rejects, accepts, float(table.elo0), float(table.elo1), str(table.model), told)
    return Sheet("test", "Test, of the pairs in the order of the schedule", columns, (row,))


def _edge_sheet(ratings: "Ratings") -> Sheet:
    edge = ratings.edge_elo
    columns = (Column("elo", "Elo", 0), Column("low", digits=0), Column("high", digits=0))
    return Sheet("first_seat", "What the first seat is worth", columns, ((edge.value, edge.low, edge.high),))


def _superiority_sheet(ratings: "Ratings") -> Sheet:
    bots = [line.bot for line in ratings.lines]
    columns = (Column("rank", "#"), Column("bot"), *(Column(str(rank)) for rank in range(1, len(bots) + 1)))
    rows: list[tuple[Cell, ...]] = []
    for rank, bot in enumerate(bots, 1):
        likely: list[Cell] = [None if bot == other else 100 * ratings.superiority[bot, other] for other in bots]
        rows.append((rank, bot, *likely))
    return Sheet("better", "Likelihood in % that the one bot is better than the other", columns, tuple(rows), names=2)
