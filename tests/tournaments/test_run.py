"""Runs: every game of a plan played once, whatever the bots do, whatever the number of slots."""

import os
import signal
import sqlite3
import time
from collections import Counter
from contextlib import closing
from pathlib import Path

import msgspec
import psutil
import pytest

import tournaments.run
from arbiter.record import decode, encode
from arbiter.rules.variants import VARIANTS
from arbiter.verdicts import void
from tests.timeouts import TIMEOUT
from tests.tournaments.plans import plan_at, quick, write_plan
from tournaments.batch import play
from tournaments.document import PlanError
from tournaments.evidence import trial_in
from tournaments.journal import Journal, OpenJournal
from tournaments.plan import load
from tournaments.report import Report
from tournaments.run import check, run
from tournaments.schedule import Schedule
from tournaments.standings import fold
from tournaments.tables import JournalError

CORES = len(os.sched_getaffinity(0))

pytestmark = pytest.mark.usefixtures("childless")


def results(path):
    with Journal(path) as journal:
        return list(journal.games())


def moves(path):
    """Return what happened in each game, without the times."""
    with Journal(path) as journal:
        records = [decode(record) for record in journal.records()]
    return {
        record.id: (record.deal, record.result, [(turn.reply, turn.granted) for turn in record.turns])
        for record in records
    }


def untimed(results):
    return fold([result._replace(first_ns=0, second_ns=0, first_worst_ns=0, second_worst_ns=0) for result in results])


def test_every_game_is_played_once_and_stored(tmp_path):
    plan = plan_at(tmp_path / "cup.toml", quick("a"), quick("b"), quick("c"), variants=["base", "tactics"], rounds=2)
    seen = []
    progress = run(plan, tmp_path / "cup.journal", lambda progress, result: seen.append(result and result.id))
    assert (progress.games, progress.found, progress.stored, progress.played) == (24, 0, 24, 24)
    assert not progress.was_stopped
    assert not progress.unplayed
    stored = results(tmp_path / "cup.journal")
    assert Counter(game.id for game in stored) == Counter(Schedule(plan).ids())
    assert seen[0] is None
    assert sorted(seen[1:]) == sorted(Schedule(plan).ids())
    assert {game.fault for game in stored} == {None}


@pytest.mark.skipif(CORES < 2, reason="one core")
def test_standings_and_games_are_the_same_with_one_slot_and_with_two(tmp_path):
    bots = {"use": "bots:random"}, {"use": "bots:greedy"}, quick("quick")
    for slots in (1, 2):
        plan = plan_at(tmp_path / "cup.toml", *bots, variants=["base", "tactics"], rounds=2, concurrency=slots)
        run(plan, tmp_path / f"{slots}.journal")
    assert moves(tmp_path / "1.journal") == moves(tmp_path / "2.journal")
    assert untimed(results(tmp_path / "1.journal")) == untimed(results(tmp_path / "2.journal"))


def test_finished_run_plays_nothing_again(tmp_path):
    plan = plan_at(tmp_path / "cup.toml", rounds=2)
    run(plan, tmp_path / "cup.journal")
    before = results(tmp_path / "cup.journal")
    progress = run(plan, tmp_path / "cup.journal")
    assert (progress.found, progress.played) == (4, 0)
    assert results(tmp_path / "cup.journal") == before


def test_only_missing_games_are_played(tmp_path):
    plan = plan_at(tmp_path / "cup.toml", rounds=3)
    whole, part = tmp_path / "whole.journal", tmp_path / "part.journal"
    run(plan, whole)
    run(plan, part)
    with closing(sqlite3.connect(part)) as base, base:
        base.execute("DELETE FROM games WHERE deal = 2 OR id LIKE '%/1'")
    assert run(plan, part).played == 4
    assert moves(part) == moves(whole)


def test_bots_that_fail_lose_their_games_and_stop_nothing(tmp_path):
    bots = quick("good"), quick("dies", "--die-at", "3"), {"name": "mute", "command": "true"}
    plan = plan_at(tmp_path / "cup.toml", *bots, rounds=2, time={"grace_ms": 0})
    run(plan, tmp_path / "cup.journal")
    with Journal(tmp_path / "cup.journal") as journal:
        lines = Report.of(journal).standings.lines
    assert [line.bot for line in lines] == ["good", "dies", "mute"]
    assert [dict(line.faults) for line in lines] == [{}, {"crash": 4}, {"startup": 8}]
    assert lines[0].tally.score == 1


def test_bot_that_does_not_want_to_leave_is_gone_after_the_run(tmp_path):
    plan = plan_at(tmp_path / "cup.toml", quick("a", "--stay"), quick("b", "--stay"), time={"grace_ms": 0})
    assert run(plan, tmp_path / "cup.journal").played == 2


def test_fresh_plan_has_new_processes_for_each_game(tmp_path):
    plan = plan_at(tmp_path / "cup.toml", rounds=2, fresh=True)
    batch = next(Schedule(plan).batches(set, lambda: 4))
    assert batch.fresh
    assert run(plan, tmp_path / "cup.journal").played == 4


def spoiled(record, is_void):
    return msgspec.structs.replace(record, result=void_result(record)) if is_void else record


def void_result(record):
    verdict = void("the machine was busy")
    return msgspec.structs.replace(record.result, ending=verdict.ending, winner=None, why=verdict.why, fault=None)


def play_the_second_one_void(batch):
    """Play a batch, but let games on the second leg be void the first time that this process plays them."""
    for encoded in play(batch):
        record = decode(encoded)
        yield encode(spoiled(record, record.id.endswith("/2") and len(batch.orders) > 1))


def play_void(batch):
    for encoded in play(batch):
        yield encode(spoiled(decode(encoded), True))


def play_and_fall(batch):
    """Play a batch, but let the worker be killed by every game on the second leg."""
    for order, encoded in zip(batch.orders, play(batch), strict=True):
        if order.id.endswith("/2"):
            os.kill(os.getpid(), signal.SIGKILL)
        yield encoded


def play_and_raise(batch):
    for order, encoded in zip(batch.orders, play(batch), strict=True):
        if order.id == "base/1/anne:bert/1":
            raise ArithmeticError("no such number")
        yield encoded


def test_void_game_is_played_again_and_scores_for_nobody(tmp_path, monkeypatch):
    monkeypatch.setattr(tournaments.run, "play", play_the_second_one_void)
    progress = run(plan_at(tmp_path / "cup.toml", rounds=2), tmp_path / "cup.journal")
    assert (progress.stored, progress.voids, progress.unplayed) == (4, 2, {})
    with Journal(tmp_path / "cup.journal") as journal:
        assert (journal.count(), journal.voids()) == (4, 2)


def test_game_that_stays_void_is_given_up_after_four_tries(tmp_path, monkeypatch):
    monkeypatch.setattr(tournaments.run, "play", play_void)
    plan = plan_at(tmp_path / "cup.toml")
    progress = run(plan, tmp_path / "cup.journal")
    assert (progress.stored, progress.voids) == (0, 8)
    assert progress.unplayed == dict.fromkeys(Schedule(plan).ids(), "void: the machine was busy")
    monkeypatch.setattr(tournaments.run, "play", play)
    assert run(plan, tmp_path / "cup.journal").stored == 2


def test_game_that_kills_its_worker_is_given_up_and_takes_no_other_with_it(tmp_path, monkeypatch):
    monkeypatch.setattr(tournaments.run, "play", play_and_fall)
    progress = run(plan_at(tmp_path / "cup.toml", rounds=2), tmp_path / "cup.journal")
    assert progress.stored == 2
    assert progress.unplayed == {
        f"base/{number}/anne:bert/2": "the worker was lost: killed by SIGKILL" for number in (1, 2)
    }


def test_error_of_ours_costs_the_game_it_happens_in(tmp_path, monkeypatch):
    monkeypatch.setattr(tournaments.run, "play", play_and_raise)
    progress = run(plan_at(tmp_path / "cup.toml", rounds=2), tmp_path / "cup.journal")
    assert progress.stored == 3
    assert progress.unplayed == {"base/1/anne:bert/1": "no such number"}


def test_journal_that_cannot_be_written_any_more_ends_the_run(tmp_path, monkeypatch):
    def put(self, game):
        if self.count() == 3:
            raise JournalError(self.path, "the disk is full")
        return put_really(self, game)

    put_really = OpenJournal.put
    monkeypatch.setattr(OpenJournal, "put", put)
    with pytest.raises(JournalError, match="the disk is full"):
        run(plan_at(tmp_path / "cup.toml", rounds=1000), tmp_path / "cup.journal")
    assert len(results(tmp_path / "cup.journal")) == 3


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_run_that_is_asked_to_stop_does_and_keeps_its_games(number, tmp_path, coordinate):
    plan, journal = write_plan(tmp_path / "cup.toml", rounds=10_000), tmp_path / "cup.journal"
    coordinator = coordinate(plan, journal)
    told = [coordinator.line() for _ in range(6)]
    coordinator.look()
    coordinator.process.send_signal(number)
    told += coordinator.end()
    assert told[-1] == "stopped"
    assert {game.id for game in results(journal)} == set(told[1:-1]) - {"of", "20000", "0"}
    assert not journal.with_name("cup.journal.lock").exists()


def test_run_with_thinking_bots_stops_in_two_seconds_too(tmp_path, coordinate):
    bots = (
        quick("a", "--stay"),
        {"name": "sleeper", "command": ["sh", "-c", "echo ready 1; trap '' TERM; read a; sleep 900"]},
    )
    plan = write_plan(tmp_path / "cup.toml", *bots, time={"move_ms": 900_000, "setup_ms": 900_000, "grace_ms": 900_000})
    coordinator = coordinate(plan, tmp_path / "cup.journal")
    assert coordinator.line() == "0 of 2"
    deadline_s = time.monotonic() + TIMEOUT
    while not coordinator.look() or "sleep" not in {child.name() for child in coordinator.descendants()}:
        assert time.monotonic() < deadline_s
    coordinator.process.send_signal(signal.SIGINT)
    assert coordinator.end() == ["stopped"]


def test_option_that_a_bot_does_not_have_is_the_operators_mistake(tmp_path):
    plan = plan_at(tmp_path / "cup.toml", quick("a", options={"depth": 5}), quick("b", options={"dpeth": 3}))
    with pytest.raises(PlanError, match=r"^bots\[1\]\.options: the bot has no option 'dpeth'"):
        check(plan)
    plan = plan_at(tmp_path / "cup.toml", quick("a", options={"depth": 65}), quick("b"))
    with pytest.raises(PlanError, match=r"^bots\[0\]\.options: '65' is no value for the option 'depth'"):
        check(plan)


def test_good_options_and_bots_that_do_not_start_pass_the_check(tmp_path):
    mute = {"name": "mute", "command": "true", "options": {"x": 1}}
    check(plan_at(tmp_path / "cup.toml", quick("a", options={"depth": 5}), mute))


def test_swiss_tournament_is_played_round_by_round_and_goes_on_where_it_was(tmp_path):
    keys = {"format": "swiss", "swiss_rounds": 3, "rounds": 2}
    plan = plan_at(tmp_path / "cup.toml", *map(quick, "abcde"), **keys)
    progress = run(plan, tmp_path / "cup.journal")
    assert (progress.stored, progress.games, progress.unplayed) == (24, 24, {})
    whole = moves(tmp_path / "cup.journal")
    with closing(sqlite3.connect(tmp_path / "cup.journal")) as base, base:
        base.execute("DELETE FROM games WHERE deal > 4 OR id IN (SELECT id FROM games WHERE deal = 3 LIMIT 1)")
    assert run(plan, tmp_path / "cup.journal").played == 9
    assert moves(tmp_path / "cup.journal") == whole


def test_swiss_tournament_waits_for_games_that_are_played_again(tmp_path, monkeypatch):
    monkeypatch.setattr(tournaments.run, "play", play_the_second_one_void)
    plan = plan_at(tmp_path / "cup.toml", *map(quick, "abcd"), format="swiss", swiss_rounds=2)
    progress = run(plan, tmp_path / "cup.journal")
    assert (progress.stored, progress.voids, progress.unplayed) == (8, 4, {})


def test_swiss_tournament_stops_at_a_round_that_cannot_be_finished(tmp_path, monkeypatch):
    monkeypatch.setattr(tournaments.run, "play", play_void)
    plan = plan_at(tmp_path / "cup.toml", *map(quick, "abcd"), format="swiss", swiss_rounds=2)
    progress = run(plan, tmp_path / "cup.journal")
    assert progress.stored == 0
    assert len(progress.unplayed) == 4


def test_decided_test_is_not_played_on(tmp_path):
    bots = {"use": "bots:greedy"}, {"use": "bots:random"}
    plan = plan_at(tmp_path / "cup.toml", *bots, format="sprt", sprt={"elo0": 0, "elo1": 90}, rounds=1000)
    progress = run(plan, tmp_path / "cup.journal")
    assert progress.stored < progress.games / 2
    assert not progress.unplayed
    with Journal(tmp_path / "cup.journal") as journal:
        trial = trial_in(journal)
    assert trial.decision == "accepted"
    assert run(plan, tmp_path / "cup.journal").played == 0


def test_league_plays_just_the_games_of_the_bot_that_is_new(tmp_path):
    run(plan_at(tmp_path / "cup.toml", *map(quick, "abc")), tmp_path / "cup.journal")
    grown = plan_at(tmp_path / "cup.toml", *map(quick, "abd"))
    assert run(grown, tmp_path / "cup.journal", drop=["c"]).played == 4
    with Journal(tmp_path / "cup.journal") as journal:
        assert (journal.count(), len(list(journal.records()))) == (6, 10)


def test_standings_so_far_have_what_the_journal_has_and_each_game_since(tmp_path):
    run(plan_at(tmp_path / "cup.toml", *map(quick, "abc")), tmp_path / "cup.journal")
    seen = []

    def watch(progress, _result):
        lines = progress.scoreboard.lines()
        seen.append(({line.bot for line in lines}, progress.scoreboard.games, progress.stored))

    grown = plan_at(tmp_path / "cup.toml", *map(quick, "abd"), concurrency=1)
    progress = run(grown, tmp_path / "cup.journal", watch, drop=["c"])
    assert seen == [({"a", "b", "d"}, games, games) for games in range(2, 7)]
    with Journal(tmp_path / "cup.journal") as journal:
        assert progress.scoreboard.lines() == fold(journal.games(), journal.bots).lines


def test_evidence_so_far_is_that_of_the_journal(tmp_path):
    bots, test = ({"use": "bots:greedy"}, {"use": "bots:random"}), {"elo0": 0, "elo1": 10}
    plan = plan_at(tmp_path / "cup.toml", *bots, format="sprt", sprt=test, rounds=3)
    run(plan, tmp_path / "cup.journal")
    found = []
    run(plan, tmp_path / "cup.journal", lambda progress, _result: found.append(progress.trial))
    with Journal(tmp_path / "cup.journal") as journal:
        assert found == [trial_in(journal)]
    assert found[0].pairs == 3


def test_demo_is_a_round_robin_of_three_bots_in_all_variants():
    plan = load(Path(tournaments.run.__file__).with_name("demo.toml"))
    assert len(plan.keys) >= 3
    assert tuple(rules.variant for rules in plan.rules) == VARIANTS


def test_bot_that_is_asked_for_its_options_leaves_nobody_behind(tmp_path, childless):
    mark = f"9000.{os.getpid()}"
    stray = f"if os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0:\n        os.execvp('sleep', ['sleep', '{mark}'])\n    os._exit(0)\n"
    (tmp_path / "bot.py").write_text(f"import os\n{stray}print('option depth int 4 1 64\\nready 1', flush=True)\ninput()\ninput()\n")
    leaver = {"name": "leaver", "command": ["python3", "bot.py"], "options": {"depth": 5}, "sandbox": "none"}
    check(plan_at(tmp_path / "cup.toml", quick("a"), leaver))
    assert not [process.pid for process in psutil.process_iter(["cmdline"]) if mark in (process.info["cmdline"] or ())]
