"""Swiss pairings: nobody meets anybody twice while that can be avoided, and bots meet others of about their score."""

import random
from fractions import Fraction
from itertools import islice

import pytest

from tests.tournaments.plans import plan_at, quick
from tournaments.matching import NOBODY, largest_matching
from tournaments.stepwise import schedule_of
from tournaments.swiss import Field, pair


def most_pairs(vertices, edges):
    """Return the size of a largest matching, by trying all."""
    if len(vertices) < 2:
        return 0
    first, *rest = vertices
    found = most_pairs(rest, edges)
    for other in rest:
        if (first, other) in edges:
            found = max(found, 1 + most_pairs([one for one in rest if one != other], edges))
    return found


def test_matching_is_as_large_as_can_be():
    dice = random.Random(1)
    for _ in range(500):
        size, density = dice.randrange(1, 10), dice.random()
        edges = {(one, other) for one in range(size) for other in range(one + 1, size) if dice.random() < density}
        around = [[other for other in range(size) if tuple(sorted((one, other))) in edges] for one in range(size)]
        partner = largest_matching(around)
        assert all(
            other == NOBODY or (partner[other] == one and other in around[one]) for one, other in enumerate(partner)
        )
        assert size - partner.count(NOBODY) == 2 * most_pairs(list(range(size)), edges)


def played(bots, rounds, dice=None):
    """Play some rounds, in which the lower number wins if there are no dice, and return field and pairings."""
    field, told = Field([f"bot {number}" for number in range(bots)], "seed"), []
    for _ in range(rounds):
        pairings, out = pair(field)
        told.append((pairings, out))
        for pairing in pairings:
            field.score(pairing, Fraction(dice.choice((0, 1, 2)), 2) if dice else Fraction(1))
        if out is not None:
            field.give_bye(out)
    return field, told


@pytest.mark.parametrize(("bots", "rounds"), [(2, 1), (4, 2), (5, 3), (7, 4), (8, 4), (16, 8), (25, 13)])
def test_nobody_meets_anybody_twice_or_sits_out_twice_while_that_can_be_avoided(bots, rounds):
    for seed in range(3):
        field, told = played(bots, rounds, random.Random(seed))
        assert max(field.meetings.values()) == 1
        assert max(field.byes) <= 1
        for pairings, out in told:
            seated = [bot for pairing in pairings for bot in pairing] + ([] if out is None else [out])
            assert sorted(seated) == list(range(bots))


def test_rematches_come_when_they_must_and_are_spread():
    field, _ = played(4, 7)
    assert sorted(field.meetings.values()) == [2, 2, 2, 2, 3, 3]


def test_winners_meet_winners():
    field = Field([f"bot {number}" for number in range(8)], "seed")
    pairings, _ = pair(field)
    for pairing in pairings:
        field.score(pairing, Fraction(1))
    won = {one for one, _ in pairings}
    assert all((one in won) == (other in won) for one, other in pair(field)[0])


def test_best_of_sixteen_is_first_after_four_rounds():
    field, _ = played(16, 4)
    assert field.ranked()[0] == 0
    assert field.scores[0] == 4


def test_pairings_do_not_depend_on_the_order_of_the_plan():
    keys = [f"bot {number}" for number in range(9)]
    told = []
    for order in (keys, keys[::-1]):
        field = Field(order, "seed")
        pairings, out = pair(field)
        told.append(({frozenset((order[one], order[other])) for one, other in pairings}, order[out]))
    assert told[0] == told[1]


class Games:
    """Games that have been played, each with the half points of its first seat."""

    def __init__(self):
        self.scores = {}

    def missing(self, ids):
        return set(ids) - self.scores.keys()

    def half_points(self, ids):
        return {id: self.scores[id] for id in ids if id in self.scores}

    def play(self, batch):
        for order in batch.orders:
            self.scores[order.id] = 2 * (hash_of(order.id) % 2)


def hash_of(text):
    return int.from_bytes(text.encode()) % 9973


def swiss_at(tmp_path, games, **keys):
    plan = plan_at(
        tmp_path / "cup.toml", *map(quick, "abcdef"), format="swiss", **{"swiss_rounds": 4, "rounds": 2, **keys}
    )
    return schedule_of(plan, games.half_points)


def test_round_waits_for_the_one_before(tmp_path):
    games = Games()
    batches = swiss_at(tmp_path, games).batches(games.missing, lambda: 100)
    first_round = list(islice(batches, 3))
    assert next(batches) is None
    for batch in first_round[:2]:
        games.play(batch)
    assert next(batches) is None
    games.play(first_round[2])
    following = next(batches)
    assert {order.deal.number for batch in first_round for order in batch.orders} == {1, 2}
    assert {order.deal.number for order in following.orders} == {3, 4}


@pytest.mark.parametrize("stops", [0, 1, 5, 11])
def test_tournament_that_is_stopped_goes_on_with_the_same_pairings(stops, tmp_path):
    whole, parted = Games(), Games()
    for batch in swiss_at(tmp_path, whole).batches(whole.missing, lambda: 1):
        whole.play(batch)
    for batch in islice(swiss_at(tmp_path, parted).batches(parted.missing, lambda: 1), stops):
        parted.play(batch)
    schedule = swiss_at(tmp_path, parted)
    for batch in schedule.batches(parted.missing, lambda: 1):
        parted.play(batch)
    assert parted.scores == whole.scores
    assert len(whole.scores) == schedule.games() == 4 * 3 * 2 * 2
    assert list(schedule.ids()) == list(whole.scores)
