"""Growth: a journal whose plan gains or loses bots, rounds or variants, and nothing else."""

import pytest

from tests.tournaments.plans import fill, plan_at, quick
from tournaments.journal import Journal, OpenJournal
from tournaments.report import Report
from tournaments.schedule import Schedule
from tournaments.tables import JournalError


@pytest.fixture
def path(tmp_path):
    return tmp_path / "cup.journal"


def plan(path, *names, **keys):
    return plan_at(path.with_suffix(".toml"), *map(quick, names), **{"rounds": 2, **keys})


def opened(path, plan, drop=()):
    return OpenJournal(path, plan, Schedule(plan).games(), drop)


def played(path, plan):
    with opened(path, plan) as journal:
        return fill(journal, plan)


def missing(path, plan, drop=()):
    """Return which games of a plan a journal still lacks."""
    with opened(path, plan, drop) as journal:
        return journal.missing(list(Schedule(plan).ids()))


def test_new_bot_plays_just_its_games(path):
    played(path, plan(path, "a", "b", "c"))
    grown = plan(path, "a", "b", "c", "new")
    lacking = missing(path, grown)
    assert len(lacking) == 3 * 4
    assert all("new" in id for id in lacking)
    with Journal(path) as journal:
        assert (journal.scheduled, journal.count(), journal.bots) == (24, 12, ["a", "b", "c", "new"])


@pytest.mark.parametrize("more", [{"rounds": 3}, {"variants": ["base", "tactics"]}, {"variants": ["tactics", "base"]}])
def test_more_rounds_and_variants_are_more_games(more, path):
    played(path, plan(path, "a", "b"))
    grown = plan(path, "a", "b", **more)
    assert len(missing(path, grown)) == Schedule(grown).games() - 4


@pytest.mark.parametrize(
    ("keys", "named"),
    [
        ({"rounds": 1}, "rounds was 2 and is now 1"),
        ({"variants": ["tactics"]}, 'variants was ["base"] and is now ["tactics"]'),
        ({"format": "gauntlet", "challengers": ["a"]}, "challengers was [] and is now"),
        ({"strict": True}, "strict was false and is now true"),
    ],
)
def test_change_that_does_not_just_add_is_refused_and_named(keys, named, path):
    played(path, plan(path, "a", "b"))
    with pytest.raises(JournalError, match="the journal of another plan") as raised:
        opened(path, plan(path, "a", "b", **keys))
    assert named in str(raised.value)


def test_bot_that_is_gone_is_named_with_what_to_do(path):
    played(path, plan(path, "a", "b", "old bot"))
    with pytest.raises(
        JournalError, match=r"bots.old bot was there and is now not there \(--drop 'old bot' takes a bot out\)"
    ):
        opened(path, plan(path, "a", "b"))


def test_table_follows_a_bot_that_is_dropped_and_one_that_is_back(path):
    played(path, plan(path, "a", "b", "old"))
    assert missing(path, plan(path, "a", "b"), ["old"]) == set()
    with Journal(path) as journal:
        report = Report.of(journal)
        assert (journal.scheduled, journal.count(), report.standings.games) == (4, 4, 4)
        assert [line.bot for line in report.standings.lines] == ["a", "b"]
        assert len(list(journal.records())) == 12
    assert missing(path, plan(path, "a", "b", "new")) == {
        id for id in Schedule(plan(path, "a", "b", "new")).ids() if "new" in id
    }
    assert missing(path, plan(path, "a", "b", "new", "old")) == {
        f"base/{deal}/new:old/{leg}" for deal in (1, 2) for leg in (1, 2)
    } | {id for id in Schedule(plan(path, "a", "b", "new")).ids() if "new" in id}
    with Journal(path) as journal:
        assert journal.count() == 12


def test_bot_that_comes_back_as_another_one_is_refused(path):
    played(path, plan(path, "a", "b", "old"))
    opened(path, plan(path, "a", "b"), ["old"]).close()
    changed = plan_at(path.with_suffix(".toml"), quick("a"), quick("b"), quick("old", options={"depth": 2}), rounds=2)
    with pytest.raises(JournalError, match=r"bots.old.options.depth was not there and is now 2"):
        opened(path, changed)


@pytest.mark.parametrize(("drop", "why"), [("a", "the plan still has it"), ("x", "the journal has no such bot")])
def test_drop_that_drops_nothing_is_a_mistake(drop, why, path):
    played(path, plan(path, "a", "b"))
    with pytest.raises(JournalError, match=f"cannot drop '{drop}': {why}"):
        opened(path, plan(path, "a", "b"), [drop])


def test_gauntlet_gains_challengers_and_others(path):
    played(path, plan(path, "a", "b", "c", format="gauntlet", challengers=["a"]))
    grown = plan(path, "a", "b", "c", "d", "e", format="gauntlet", challengers=["a", "d"])
    assert {id.split("/")[2] for id in missing(path, grown)} == {"a:e", "b:d", "c:d", "d:e"}
    with pytest.raises(JournalError, match="challengers was"):
        opened(path, plan(path, "a", "b", "c", "d", "e", format="gauntlet", challengers=["a", "b", "d"]))


def test_swiss_tournament_and_test_may_only_be_made_longer(path):
    swiss = {"format": "swiss", "swiss_rounds": 2}
    opened(path, plan(path, "a", "b", "c", "d", **swiss)).close()
    opened(path, plan(path, "a", "b", "c", "d", **{**swiss, "swiss_rounds": 3})).close()
    for names, more in (
        ("abcde", {}),
        ("abc", {}),
        ("abcd", {"rounds": 3}),
        ("abcd", {"variants": ["base", "tactics"]}),
    ):
        with pytest.raises(JournalError, match="another plan"):
            opened(path, plan(path, *names, **{**swiss, "swiss_rounds": 3, **more}), [])
    test = path.with_name("test.journal")
    keys = {"format": "sprt", "sprt": {"elo1": 5}}
    opened(test, plan(path, "new", "base", **keys)).close()
    opened(test, plan(path, "new", "base", **{**keys, "rounds": 9})).close()
    with pytest.raises(JournalError, match='tested was "new" and is now "base"'):
        opened(test, plan(path, "base", "new", **{**keys, "rounds": 9}))
    with pytest.raises(JournalError, match=r"sprt.elo1 was 5.0 and is now 6.0"):
        opened(test, plan(path, "new", "base", **{**keys, "rounds": 9, "sprt": {"elo1": 6}}))


def test_tie_breaks_may_change_and_the_table_follows(path):
    played(path, plan(path, "a", "b"))
    opened(path, plan(path, "a", "b", tiebreaks=["wins"])).close()
    with Journal(path) as journal:
        assert journal.tiebreaks == ("wins",)
