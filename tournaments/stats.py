"""Game statistics: how the games of a journal went, as sheets; what is counted is told in tournaments/STATISTICS.md."""

from collections.abc import Iterator, Sequence

from tournaments.journal import Journal
from tournaments.luck import Luck, luck_of
from tournaments.sheet import Cell, Column, Sheet

_GAME_COLUMNS = (
    ("games", "", 0, "count(*)"),
    ("first_seat_score", "first seat %", 1, "100.0 * avg(CASE winner WHEN 0 THEN 1.0 WHEN 1 THEN 0.0 ELSE 0.5 END)"),
    ("draws", "draws %", 1, "100.0 * avg(winner IS NULL)"),
    ("turns", "", 1, "avg(plies)"),
    ("fewest_turns", "fewest", 0, "min(plies)"),
    ("most_turns", "most", 0, "max(plies)"),
    ("deck_out", "deck out %", 1, "100.0 * avg(deck_out IS NOT NULL)"),
    ("claims", "claims a game", 2, "avg(first_claims + second_claims)"),
    ("early", "early %", 1, "100.0 * sum(first_early + second_early) / sum(first_claims + second_claims)"),
    ("late", "late %", 1, "100.0 * sum(first_late + second_late) / sum(first_claims + second_claims)"),
    ("refused", "refused a game", 2, "avg(first_refused + second_refused)"),
    ("game_ms", "game ms", 1, "avg(wall_ns) / 1e6"),
    ("turn_ms", "turn ms", 2, "1.0 * sum(first_ns + second_ns) / sum(first_turns + second_turns) / 1e6"),
)

_OUTCOME = "CASE outcome WHEN 'win' THEN 1.0 WHEN 'draw' THEN 0.5 ELSE 0.0 END"
_BOT_COLUMNS = (
    ("games", "", 0, "count(*)"),
    ("score", "score %", 1, f"100.0 * avg({_OUTCOME})"),
    ("as_first", "as first %", 1, f"100.0 * avg(CASE seat WHEN 0 THEN {_OUTCOME} END)"),
    ("as_second", "as second %", 1, f"100.0 * avg(CASE seat WHEN 1 THEN {_OUTCOME} END)"),
    ("claims", "claims a game", 2, "avg(claims)"),
    ("early", "early %", 1, "100.0 * sum(early) / sum(claims)"),
    ("late", "late %", 1, "100.0 * sum(late) / sum(claims)"),
    ("refused", "refused a game", 2, "avg(refused)"),
    ("turn_ms", "turn ms", 2, "1.0 * sum(ns) / sum(turns) / 1e6"),
    ("worst_ms", "worst ms", 2, "max(worst_ns) / 1e6"),
    ("faults", "", 0, "count(fault)"),
)


def sheets(journal: Journal) -> list[Sheet]:
    """Return all sheets of game statistics."""
    return [_games(journal), _endings(journal), _bots(journal), _luck(journal)]


def _games(journal: Journal) -> Sheet:
    where, values = journal.counting()
    asked = _asked(_GAME_COLUMNS)
    rows = list(journal.query(f"SELECT variant, {asked} FROM games{where} GROUP BY variant ORDER BY variant", values))
    if len(rows) != 1:
        rows += journal.query(f"SELECT 'all', {asked} FROM games{where}", values)
    return Sheet("games", "Games", (Column("variant"), *_columns(_GAME_COLUMNS)), tuple(rows))


def _endings(journal: Journal) -> Sheet:
    where, values = journal.counting()
    grouped = "GROUP BY ending ORDER BY count(*) DESC, ending"
    rows = list(journal.query(f"SELECT ending, count(*) FROM games{where} {grouped}", values))
    games = sum(count for _, count in rows)
    shares: tuple[tuple[Cell, ...], ...] = tuple((ending, count, 100 * count / games) for ending, count in rows)
    return Sheet("endings", "Endings", (Column("ending"), Column("games"), Column("share", "share %")), shares)


def _bots(journal: Journal) -> Sheet:
    where, values = journal.counting(None, "bot", "opponent")
    asked = f"SELECT bot, {_asked(_BOT_COLUMNS)} FROM seats{where} GROUP BY bot ORDER BY bot"
    rows = tuple(journal.query(asked, values))
    return Sheet("bots", "Bots", (Column("bot"), *_columns(_BOT_COLUMNS)), rows)


def _luck(journal: Journal) -> Sheet:
    where, values = journal.counting(None, "bot", "opponent")
    grouped = "variant, bot, opponent, from_first, from_second"
    asked = f"SELECT {grouped}, count(*) FROM pairs{where} GROUP BY {grouped} ORDER BY variant"
    groups: dict[str, dict[tuple[str, ...], list[tuple[int, int, int]]]] = {}
    for variant, bot, opponent, *pair in journal.query(asked, values):
        first, second, count = pair
        groups.setdefault(variant, {}).setdefault((variant, bot, opponent), []).append((first, second, count))
    rows = [(variant, *_luck_cells(luck_of(meetings.values()))) for variant, meetings in groups.items()]
    if len(groups) > 1:
        every = [pairs for meetings in groups.values() for pairs in meetings.values()]
        rows.append(("all", *_luck_cells(luck_of(every))))
    columns = (
        Column("variant"),
        Column("pairs"),
        Column("split", "one win each %"),
        Column("deals", "deals explain %"),
        Column("deals_low", "low"),
        Column("deals_high", "high"),
        Column("games_saved", "games a pair is worth", 2),
    )
    title = "Luck: how much of a game's result the deal explains, with 95 % intervals"
    return Sheet("luck", title, columns, tuple(rows))


def _luck_cells(luck: Luck) -> Iterator[Cell]:
    yield luck.pairs
    yield 100 * luck.split
    for share in (luck.share, luck.low, luck.high):
        yield None if share is None else 100 * share
    yield luck.games_a_pair


def _asked(columns: Sequence[tuple[str, str, int, str]]) -> str:
    return ", ".join(asked for *_, asked in columns)


def _columns(columns: Sequence[tuple[str, str, int, str]]) -> Iterator[Column]:
    for key, title, digits, _ in columns:
        yield Column(key, title, digits)
