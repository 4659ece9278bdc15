"""Schedules: every game once, in an order that mixes, under names that last."""

from collections import Counter
from itertools import islice

import pytest

from tests.tournaments.plans import bytes_of_batches, plan_at, quick
from tournaments.games import pairing_of, tag
from tournaments.schedule import Schedule, berger


def schedule_at(tmp_path, *names, **keys):
    return Schedule(plan_at(tmp_path / "cup.toml", *map(quick, names), **keys))


def every(ids):
    return set(ids)


def orders_of(schedule, size=4, missing=every):
    return [order for batch in schedule.batches(missing, lambda: size) for order in batch.orders]


@pytest.mark.parametrize("bots", range(2, 12))
def test_berger_pairs_each_two_once_and_no_bot_twice_in_a_round(bots):
    pairs = list(berger(bots))
    assert Counter(frozenset(pair) for pair in pairs) == Counter(
        frozenset((one, other)) for one in range(bots) for other in range(one)
    )
    a_round = bots // 2
    for start in range(0, len(pairs), a_round):
        playing = [bot for pair in pairs[start : start + a_round] for bot in pair]
        assert len(set(playing)) == len(playing)


def test_each_two_bots_meet_on_each_deal_of_each_variant_with_seats_swapped(tmp_path):
    schedule = schedule_at(tmp_path, "c", "a", "b", variants=["base", "tactics"], rounds=2)
    ids = list(schedule.ids())
    assert len(set(ids)) == len(ids) == schedule.games() == 24
    assert ids[:6] == [
        "base/1/b:c/1",
        "base/1/b:c/2",
        "tactics/1/b:c/1",
        "tactics/1/b:c/2",
        "base/1/a:c/1",
        "base/1/a:c/2",
    ]


@pytest.mark.parametrize("size", [1, 2, 3, 7, 100])
def test_batches_of_any_size_hold_the_games_of_the_schedule(size, tmp_path):
    schedule = schedule_at(tmp_path, "a", "b", "c", variants=["base", "expert"], rounds=5)
    batches = list(schedule.batches(every, lambda: size))
    ids = [order.id for batch in batches for order in batch.orders]
    assert sorted(ids) == sorted(schedule.ids())
    assert len(set(ids)) == len(ids) == schedule.games()
    for batch in batches:
        assert len(batch.orders) <= 2 * size
        for first, second in zip(batch.orders[::2], batch.orders[1::2], strict=True):
            assert first.id[:-1] == second.id[:-1]
            assert (first.id[-1], second.id[-1]) == ("1", "2")
            assert (first.seats, second.seats) == ((0, 1), (1, 0))
            assert first.deal.clan == second.deal.clan
            assert first.deal.commitment != second.deal.commitment
            assert len({*first.seeds, *second.seeds}) == 4


def test_first_name_of_a_pairing_sits_first_on_leg_one(tmp_path):
    for batch in schedule_at(tmp_path, "b", "a").batches(every, lambda: 1):
        keys = [program.key for program in batch.programs]
        assert [[keys[seat] for seat in order.seats] for order in batch.orders] == [["a", "b"], ["b", "a"]]


def test_every_pairing_plays_the_same_decks(tmp_path):
    decks = {}
    for order in orders_of(schedule_at(tmp_path, "a", "b", "c", rounds=3)):
        decks.setdefault(order.deal.number, set()).add(order.deal.clan)
    assert {number: len(dealt) for number, dealt in decks.items()} == {1: 1, 2: 1, 3: 1}


def test_only_missing_games_are_played_and_they_are_dealt_the_same(tmp_path):
    schedule = schedule_at(tmp_path, "a", "b", "c", rounds=3)
    whole = {order.id: order for order in orders_of(schedule)}
    left = set(list(whole)[1::3])
    again = orders_of(schedule, missing=lambda ids: left.intersection(ids))
    assert {order.id: order for order in again} == {id: whole[id] for id in left}


def test_deals_come_one_after_the_other_so_that_partial_standings_mean_something(tmp_path):
    schedule = schedule_at(tmp_path, "a", "b", "c", "d", rounds=10)
    for played in (12, 24, 60):
        games = Counter(bot for id in islice(schedule.ids(), played) for bot in id.split("/")[2].split(":"))
        assert len(set(games.values())) == 1


def test_ten_million_games_are_never_held(tmp_path):
    schedule = schedule_at(tmp_path, *"abcde", rounds=500_000)
    assert schedule.games() == 10_000_000
    assert bytes_of_batches(schedule) < 1_000_000


def test_names_of_games_do_not_depend_on_the_order_or_number_of_bots(tmp_path):
    few = {order.id: order for order in orders_of(schedule_at(tmp_path, "b", "a"))}
    many = {order.id: order for order in orders_of(schedule_at(tmp_path, "c", "a", "b"))}
    assert all(many[id].deal == order.deal and many[id].seeds == order.seeds for id, order in few.items())


ODD = [
    "a b",
    "a_b",
    "a:b",
    "a/b",
    "日本",
    "日本語",
    "x" * 64,
    "x" * 63 + "y",
    "-",
    "a~b",
    "ä",
    "Ä",
    "'",
    '"',
    "a=b",
    "a-b",
    "a",
]


def test_odd_names_give_short_plain_and_different_words():
    tags = [tag(name) for name in ODD]
    assert len(set(tags)) == len(ODD)
    for word in tags:
        assert len(word) <= 17
        assert word.isascii()
        assert word.isprintable()
        assert not set(word) & set(" :/=")


def test_ids_are_words_of_at_most_64_characters(tmp_path):
    names = ["x" * 60, "日本 " * 10 + "a"]
    schedule = schedule_at(tmp_path, *names, variants=["expert+tactics"], rounds=999_999_999)
    last = f"expert+tactics/999999999/{pairing_of(*names)}/2"
    assert len(last) <= 64
    assert next(schedule.ids()) == last.replace("999999999", "1")[:-1] + "1"
