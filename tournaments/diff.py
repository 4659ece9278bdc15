"""A difference: what has changed between two runs, of the same bot in two versions or of the same plan."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

from tournaments.evidence import match_between, pair_counts
from tournaments.journal import Journal
from tournaments.pairs import Z_95, PairCount, moments, smoothed
from tournaments.sheet import Cell, Column, Sheet


@dataclass(frozen=True, slots=True)
class Flip:
    """A game that came out otherwise on the same deal, with what the bot scored before and now, in half points."""

    id: str
    opponent: str
    before: int
    now: int


def sheets(old: Journal, new: Journal, bot: str, now_bot: str) -> list[Sheet]:
    """Return how a bot scored against each opponent before and now, and the games of the same deals that flipped.

    `now_bot` is its name in the new journal.
    """
    flips = list(_flips(old, new, bot, now_bot))
    titles = Column("game"), Column("opponent"), Column("before"), Column("now")
    words = {0: "loss", 1: "draw", 2: "win"}
    rows = tuple((flip.id, flip.opponent, words[flip.before], words[flip.now]) for flip in flips)
    flipped = Sheet("flips", f"Games on the same deal that came out otherwise: {len(flips)}", titles, rows)
    return [_scores(old, new, bot, now_bot), flipped]


def _scores(old: Journal, new: Journal, bot: str, now_bot: str) -> Sheet:
    before, now = pair_counts(old), pair_counts(new)
    columns = (
        Column("opponent"),
        Column("pairs_before"),
        Column("pairs_now"),
        Column("score_before", "before %"),
        Column("score_now", "now %"),
        Column("change", "change %"),
        Column("change_low", "low"),
        Column("change_high", "high"),
    )
    opponents = sorted(set(_opponents(before, bot)) & set(_opponents(now, now_bot)))
    rows = tuple((name, *_change(_against(before, bot, name), _against(now, now_bot, name))) for name in opponents)
    title = f"Score of {bot} against the same opponents, in pairs of games, with 95 % intervals"
    return Sheet("scores", title, columns, rows)


def _change(before: tuple[int, ...], now: tuple[int, ...]) -> Iterator[Cell]:
    old, new = moments(before)[0], moments(now)[0]
    yield from (sum(before), sum(now), 100 * old, 100 * new, 100 * (new - old))
    (old, old_variance), (new, new_variance) = (moments(smoothed(counts)) for counts in (before, now))
    error = Z_95 * math.sqrt(old_variance / sum(smoothed(before)) + new_variance / sum(smoothed(now)))
    yield from (100 * max(-1.0, new - old - error), 100 * min(new - old + error, 1.0))


def _against(counts: list[PairCount], bot: str, opponent: str) -> tuple[int, ...]:
    return match_between(counts, bot, opponent).counts


def _opponents(counts: list[PairCount], bot: str) -> Iterator[str]:
    for row in counts:
        if row.bot == bot:
            yield row.opponent
        elif row.opponent == bot:
            yield row.bot


def _flips(old: Journal, new: Journal, bot: str, now_bot: str) -> Iterator[Flip]:
    """Return the games of both journals with the same seat, opponent and deck that scored otherwise."""
    if old.seed != new.seed:
        return
    before = {key: score for key, _, score in _games(old, bot)}
    for key, game, score in _games(new, now_bot):
        if before.get(key, score) != score:
            yield Flip(game, key[2], before[key], score)


def _games(journal: Journal, bot: str) -> Iterator[tuple[tuple[str, int, str, int], str, int]]:
    asked = "SELECT variant, deal, opponent, seat, id, outcome FROM seats WHERE bot = ? ORDER BY variant, deal, opponent, seat"
    scores = {"loss": 0, "draw": 1, "win": 2}
    for variant, deal, opponent, seat, game, outcome in journal.query(asked, (bot,)):
        yield (variant, deal, opponent, seat), game, scores[outcome]
