"""Formats: who meets whom, and in which order."""

from collections import Counter

import pytest

from tests.tournaments.plans import bytes_of_batches, plan_at, quick
from tournaments.formats import gauntlet
from tournaments.schedule import Schedule


@pytest.mark.parametrize(("bots", "challengers"), [(2, 1), (5, 1), (5, 2), (6, 5), (9, 3)])
def test_challengers_of_a_gauntlet_meet_all_the_others_and_not_each_other(bots, challengers):
    keys = [f"b{number}" for number in range(bots)]
    tested = keys[1 : challengers + 1]
    met = [(keys[one], keys[other]) for one, other in gauntlet(keys, tested)]
    rest = set(keys) - set(tested)
    assert Counter(map(frozenset, met)) == Counter(frozenset((one, other)) for one in tested for other in rest)
    assert all(one < other for one, other in met)


def test_every_challenger_has_played_about_as_much_at_any_moment():
    keys = [f"b{number:02}" for number in range(12)]
    played = Counter()
    for one, other in gauntlet(keys, keys[:3]):
        played.update((keys[one], keys[other]))
        assert max(played[key] for key in keys[:3]) - min(played[key] for key in keys[:3]) <= 1


def test_gauntlet_is_a_plan_with_challengers(tmp_path):
    plan = plan_at(tmp_path / "cup.toml", *map(quick, "dabc"), format="gauntlet", challengers=["b"], rounds=2)
    schedule = Schedule(plan)
    ids = list(schedule.ids())
    assert len(ids) == schedule.games() == 3 * 2 * 2
    assert Counter(id.split("/")[2] for id in ids) == {"a:b": 4, "b:c": 4, "b:d": 4}


def test_ten_million_games_of_a_gauntlet_are_never_held(tmp_path):
    plan = plan_at(tmp_path / "cup.toml", *map(quick, "abcde"), format="gauntlet", challengers=["c"], rounds=1_250_000)
    schedule = Schedule(plan)
    assert schedule.games() == 10_000_000
    assert bytes_of_batches(schedule) < 1_000_000
