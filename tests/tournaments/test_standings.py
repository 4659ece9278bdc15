"""Standings: sums that do not depend on the order of the games, and ranks that do not depend on anything else."""

import random
from fractions import Fraction

from tests.tournaments.plans import record
from tournaments.results import Result
from tournaments.standings import Scoreboard, fold


def result(id, **keys):
    return Result.of(record(id, **keys))


GAMES = [
    result("base/1/a:b/1", winner=0, points=(5, 1), stones=(5, 1), times=((4, 0), (1, 1), (2, 0))),
    result("base/1/a:b/2", winner=0, points=(5, 2), stones=(3, 2), times=((3, 0), (9, 1))),
    result("base/1/a:c/1", winner=None, ending="draw", points=(4, 4), stones=(4, 4), times=()),
    result("base/1/a:c/2", winner=1, ending="crash", fault=(0, "crash"), points=(0, 5), stones=(1, 0), times=()),
    result("base/1/b:c/1", winner=0, ending="timeout", fault=(1, "timeout"), points=(5, 0), stones=(0, 0), times=()),
]


def line(standings, bot):
    return next(line for line in standings.lines if line.bot == bot)


def test_sums_are_those_of_the_games():
    standings = fold(GAMES)
    a = line(standings, "a")
    assert (a.tally.games, a.tally.wins, a.tally.draws, a.tally.losses) == (4, 2, 1, 1)
    assert (a.tally.points, a.tally.stones) == (16, 11)
    assert a.tally.score == Fraction(5, 8)
    assert (a.turns, a.time_ns, a.worst_ns, a.mean_ns) == (3, 15_000_000, 9_000_000, 5_000_000)
    c = line(standings, "c")
    assert dict(c.faults) == {"crash": 1, "timeout": 1}
    assert (c.tally.points, c.mean_ns) == (4, 0)
    assert standings.games == 5


def test_crosstable_is_seen_from_both_sides():
    cross = fold(GAMES).cross
    assert (cross["a", "b"].wins, cross["a", "b"].losses) == (1, 1)
    assert (cross["b", "a"].wins, cross["b", "a"].losses) == (1, 1)
    assert (cross["a", "c"].wins, cross["a", "c"].draws, cross["a", "c"].losses) == (1, 1, 0)
    assert (cross["c", "a"].wins, cross["c", "a"].draws, cross["c", "a"].losses) == (0, 1, 1)
    assert cross["c", "b"].points == 0


def test_order_of_games_does_not_matter():
    for seed in range(20):
        assert fold(random.Random(seed).sample(GAMES, len(GAMES))) == fold(GAMES)


def test_standings_so_far_are_those_of_the_games_so_far():
    scoreboard = Scoreboard()
    for count, game in enumerate(GAMES, 1):
        scoreboard.count(game)
        assert scoreboard.lines() == fold(GAMES[:count]).lines
        assert scoreboard.games == count


def test_standings_that_were_asked_for_do_not_change_any_more():
    scoreboard = Scoreboard(GAMES[:2])
    before = scoreboard.lines()
    for game in GAMES[2:]:
        scoreboard.count(game)
    assert before == fold(GAMES[:2]).lines


def test_bots_without_games_are_in_the_table():
    standings = fold([], ["b", "a"])
    assert [line.bot for line in standings.lines] == ["a", "b"]
    assert standings.lines[0].tally.score == 0


def test_score_goes_before_points_and_points_before_the_name():
    few = [result("base/1/a:b/1", winner=0, points=(5, 4)), result("base/1/c:d/1", winner=0, points=(5, 0))]
    assert [line.bot for line in fold(few).lines] == ["a", "c", "b", "d"]
    assert [line.bot for line in fold([*few, result("base/1/c:d/2", winner=1, points=(4, 5))]).lines][:2] == ["c", "a"]


def test_bot_with_fewer_games_is_not_ranked_by_their_number():
    games = [result(f"base/{number}/a:b/1", winner=number % 2) for number in range(10)]
    assert fold([*games, result("base/1/b:c/2", winner=0)]).lines[0].bot == "c"
