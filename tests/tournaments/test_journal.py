"""The journal: what is in it stays in it, and what is no journal says so in one line."""

import contextlib
import os
import re
import sqlite3
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

import tournaments.journal
from arbiter.record import encode
from tests.timeouts import TIMEOUT
from tests.tournaments.plans import fill, plan_at, quick, record
from tournaments.journal import Journal, OpenJournal
from tournaments.plan import load
from tournaments.results import Result
from tournaments.schedule import Schedule
from tournaments.tables import JournalError

GAME = "base/1/anne:bert/1"


@pytest.fixture
def plan(tmp_path):
    return plan_at(tmp_path / "cup.toml", rounds=5)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "cup.journal"


def one_line(error):
    assert "\n" not in str(error.value)
    return str(error.value)


def test_games_are_there_when_it_is_opened_again(plan, path):
    with OpenJournal(path, plan, 10) as journal:
        ids = fill(journal, plan, 7)
    with Journal(path) as journal:
        assert {game.id for game in journal.games()} == set(ids)
        assert journal.count() == 7
        assert journal.scheduled == 10
        assert (journal.name, journal.seed, journal.bots) == ("test", "test", ["anne", "bert"])
        assert journal.missing(list(Schedule(plan).ids())) == set(Schedule(plan).ids()) - set(ids)
        assert list(map(str.encode, journal.records())) == [encode(record(id)) for id in ids]
    assert sorted(entry.name for entry in path.parent.iterdir()) == ["cup.journal", "cup.toml"]


def test_row_tells_what_the_record_tells(plan, path):
    game = record(
        "base/2/anne:bert/2",
        winner=1,
        ending="timeout",
        fault=(0, "timeout"),
        points=(0, 5),
        stones=(2, 3),
        times=((5, 0), (7, 1), (9, 0)),
    )
    with OpenJournal(path, plan, 10) as journal:
        row = journal.add(game, encode(game))
        assert [row] == list(journal.games())
    assert (row.pairing, row.variant, row.deal, row.first, row.second) == ("anne:bert", "base", 2, "bert", "anne")
    assert (row.ending, row.winner, row.fault_seat, row.fault) == ("timeout", 1, 0, "timeout")
    assert (row.first_stones, row.second_stones, row.first_points, row.second_points) == (2, 3, 0, 5)
    assert (row.plies, row.first_turns, row.first_ns, row.first_worst_ns) == (3, 2, 14_000_000, 9_000_000)
    assert (row.second_turns, row.second_ns, row.second_worst_ns) == (1, 7_000_000, 7_000_000)


def test_return_of_a_recruiter_belongs_to_its_turn(plan, path):
    game = record(GAME, times=((5, 0), (7, 0), (1, 1)))
    turns = tuple(
        msgspec.structs.replace(turn, turn=number) for turn, number in zip(game.turns, (1, 1, 2), strict=True)
    )
    game = msgspec.structs.replace(game, turns=turns)
    with OpenJournal(path, plan, 10) as journal:
        row = journal.add(game, encode(game))
    assert (row.plies, row.first_turns, row.first_ns, row.first_worst_ns) == (2, 1, 12_000_000, 12_000_000)


def test_first_record_of_a_game_counts(plan, path):
    with OpenJournal(path, plan, 10) as journal:
        for winner in (0, 1):
            game = record(GAME, winner=winner)
            assert (journal.add(game, encode(game)) is None) == (winner == 1)
        assert [game.winner for game in journal.games()] == [0]


def test_void_game_is_noted_and_still_missing(plan, path):
    game = record(GAME, winner=None, ending="void", points=(0, 0), stones=(0, 0))
    with OpenJournal(path, plan, 10) as journal:
        assert journal.add(game, encode(game)) is None
        assert (journal.count(), journal.voids()) == (0, 1)
        assert journal.missing([GAME]) == {GAME}


def test_reader_sees_a_running_tournament_and_does_not_stop_it(plan, path):
    with OpenJournal(path, plan, 10) as journal:
        fill(journal, plan, 1)
        with Journal(path) as reader:
            seen = reader.games()
            next(seen)
            fill(journal, plan, 10)
            assert list(seen) == []
            assert reader.count() == 10


def test_second_run_is_refused_and_named(plan, path):
    with OpenJournal(path, plan, 10):
        with pytest.raises(JournalError) as raised:
            OpenJournal(path, plan, 10)
        assert one_line(raised) == f"{path}: another run is writing it (process {os.getpid()})"
    OpenJournal(path, plan, 10).close()


def test_changed_plan_is_refused_and_the_difference_named(plan, path, tmp_path):
    OpenJournal(path, plan, 10).close()
    changed = plan_at(tmp_path / "cup.toml", quick("anne"), quick("bert", options={"depth": 1}), rounds=6, strict=True)
    with pytest.raises(JournalError) as raised:
        OpenJournal(path, changed, 12)
    assert one_line(raised) == (
        f"{path}: the journal of another plan: "
        "bots.bert.options.depth was not there and is now 1; strict was false and is now true"
    )
    OpenJournal(path, plan, 10).close()


def test_plan_may_change_in_what_decides_no_game(plan, path, tmp_path):
    OpenJournal(path, plan, 10).close()
    changed = plan_at(tmp_path / "cup.toml", quick("bert"), quick("anne"), rounds=5, name="other", concurrency=1)
    OpenJournal(path, changed, 10).close()


def test_drawn_seed_is_that_of_the_journal_when_a_run_goes_on(path, tmp_path):
    (tmp_path / "cup.toml").write_text('[[bots]]\nuse = "bots:random"\n[[bots]]\nuse = "bots:greedy"\n')
    with OpenJournal(path, load(tmp_path / "cup.toml"), 2) as journal:
        seed = journal.seed
    with OpenJournal(path, load(tmp_path / "cup.toml"), 2) as journal:
        assert journal.plan_played.seed == journal.seed == seed


def test_seed_of_the_operators_choice_must_be_that_of_the_journal(plan, path):
    OpenJournal(path, plan.with_seed("other"), 10).close()
    with pytest.raises(JournalError, match='another plan: seed was "other" and is now "test"'):
        OpenJournal(path, plan, 10)


def text_file(path):
    path.write_text("this is no journal, and long enough to be read as one " * 20)


def other_database(path):
    with contextlib.closing(sqlite3.connect(path)) as base:
        base.execute("CREATE TABLE pets (name TEXT)")


@pytest.mark.parametrize("make", [text_file, other_database])
def test_file_that_is_no_journal_is_left_alone(make, plan, path):
    make(path)
    before = path.read_bytes()
    for attempt in (lambda: Journal(path), lambda: OpenJournal(path, plan, 10)):
        with pytest.raises(JournalError) as raised:
            attempt()
        assert one_line(raised) == f"{path}: not a journal of reiver"
    assert path.read_bytes() == before
    assert not path.with_name("cup.journal.lock").exists()


def test_journal_that_is_not_there_cannot_be_read_but_begun(plan, path):
    with pytest.raises(JournalError, match="no such journal"):
        Journal(path)
    path.touch()
    with pytest.raises(JournalError, match="not a journal of reiver"):
        Journal(path)
    OpenJournal(path, plan, 10).close()
    Journal(path).close()


def test_folder_is_no_journal(plan, tmp_path):
    with pytest.raises(JournalError, match="not a file"):
        Journal(tmp_path)
    with pytest.raises(JournalError, match="cannot be written or opened"):
        OpenJournal(tmp_path, plan, 10)


def test_place_that_cannot_be_written_is_one_line(plan, tmp_path):
    for place in (tmp_path / "nowhere" / "cup.journal", Path("/proc/cup.journal")):
        with pytest.raises(JournalError) as raised:
            OpenJournal(place, plan, 10)
        assert one_line(raised) == f"{place}: cannot be written: No such file or directory"


def test_journal_of_a_later_format_is_refused(plan, path):
    OpenJournal(path, plan, 10).close()
    with contextlib.closing(sqlite3.connect(path)) as base, base:
        base.execute("UPDATE plan SET format = 99")
    for attempt in (lambda: Journal(path), lambda: OpenJournal(path, plan, 10)):
        with pytest.raises(JournalError, match="a journal of format 99; this reiver has format 2"):
            attempt()


def test_full_disk_is_one_line_and_leaves_the_journal_whole(plan, path):
    with OpenJournal(path, plan, 10) as journal:
        stored = fill(journal, plan, 2)
        pages = journal._base.execute("PRAGMA page_count").fetchone()[0]
        journal._base.execute(f"PRAGMA max_page_count = {pages}")
        game = record("base/3/anne:bert/1", times=((1, 0),) * 1000)
        with pytest.raises(JournalError) as raised:
            journal.add(game, encode(game))
        assert one_line(raised) == f"{path}: the disk is full; the games stored so far are safe"
    with Journal(path) as journal:
        assert [game.id for game in journal.games()] == stored
        assert journal._base.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_damaged_journal_is_one_line(plan, path):
    with OpenJournal(path, plan, 10) as journal:
        fill(journal, plan)
    data = bytearray(path.read_bytes())
    data[4096 : 3 * 4096] = b"x" * (2 * 4096)
    path.write_bytes(data)
    with pytest.raises(JournalError) as raised:
        list(Journal(path).games())
    assert one_line(raised) == f"{path}: cannot be used: database disk image is malformed"


def test_journal_left_by_a_killed_writer_is_read_and_goes_on(plan, path):
    script = (
        "import os, sys; from pathlib import Path; from tests.tournaments.plans import fill;"
        "from tournaments.plan import load; from tournaments.journal import OpenJournal; "
        "plan = load(Path(sys.argv[1]));"
        "fill(OpenJournal(Path(sys.argv[2]), plan, 10), plan, 4); os.kill(os.getpid(), 9)"
    )
    words = [sys.executable, "-c", script, path.with_name("cup.toml"), path]
    assert subprocess.run(words, cwd=Path(__file__).parents[2], timeout=TIMEOUT, check=False).returncode == -9
    assert path.with_name("cup.journal-wal").exists()
    with Journal(path) as journal:
        assert journal.count() == 4
    with OpenJournal(path, plan, 10) as journal:
        fill(journal, plan)
        assert journal.count() == 10


@pytest.mark.parametrize(
    ("query", "answer"),
    [
        ("SELECT bot, sum(outcome = 'win') FROM seats GROUP BY bot ORDER BY bot", [("anne", 5), ("bert", 5)]),
        ("SELECT count(*) FROM seats WHERE fault IS NOT NULL", [(0,)]),
        ("SELECT sum(ns) / sum(turns) FROM seats WHERE bot = 'anne'", [(1_000_000,)]),
        ("SELECT json_extract(record, '$.result.why') FROM games LIMIT 1", [("because",)]),
    ],
)  # fmt: skip
def test_people_can_ask_with_their_own_tools(query, answer, plan, path):
    with OpenJournal(path, plan, 10) as journal:
        fill(journal, plan)
    with contextlib.closing(sqlite3.connect(path)) as base:
        assert base.execute(query).fetchall() == answer


def test_queries_of_the_readme_work(plan, path):
    readme = Path(tournaments.journal.__file__).with_name("README.md").read_text("utf-8")
    queries = re.search(r"```sql\n(.*?)```", readme, re.DOTALL)[1].split(";")
    with OpenJournal(path, plan, 10) as journal:
        fill(journal, plan, winner=1, ending="crash", fault=(0, "crash"))
    with contextlib.closing(sqlite3.connect(path)) as base:
        asked = [base.execute(query).fetchall() for query in queries]
    assert [bool(rows) for rows in asked] == [True, True, True, False, *[True] * 6, False]
    assert asked[0][0] == ("anne", 0, 5, 0.0)
    assert len(asked[1]) == 10


def test_readme_describes_every_column():
    readme = Path(tournaments.journal.__file__).with_name("README.md").read_text("utf-8")
    words = set(re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", readme, flags=re.DOTALL)))
    for column in Result._fields:
        assert words & {column, re.sub("^(first|second)_", "…_", column)}, column


def make_read_only(path):
    path.chmod(0o444)
    if os.access(path, os.W_OK):
        pytest.skip("this user may write everywhere")


def test_journal_in_a_folder_that_cannot_be_written_can_be_read(plan, path):
    with OpenJournal(path, plan, 10) as journal:
        fill(journal, plan)
    make_read_only(path)
    path.parent.chmod(0o555)
    try:
        with Journal(path) as journal:
            assert journal.count() == 10
        with pytest.raises(JournalError, match="cannot be written"):
            OpenJournal(path, plan, 10)
    finally:
        path.parent.chmod(0o755)


def test_journal_that_is_read_only_is_refused_before_a_game_is_played(plan, path):
    OpenJournal(path, plan, 10).close()
    make_read_only(path)
    with pytest.raises(JournalError, match="cannot be written or opened"):
        OpenJournal(path, plan, 10)
