"""The plan's key `sandbox`: what is asked for is had, or refused in one line; what is taken is told."""

import os
from pathlib import Path

import pytest

from arbiter.cli import main
from arbiter.commands.playing import sandbox_text
from arbiter.probe import why_no_sandbox
from arbiter.program import Sandbox
from arbiter.record import decode
from tests.tournaments.plans import plan_at, quick, write_plan
from tournaments.document import PlanError
from tournaments.journal import Journal, OpenJournal
from tournaments.plan import difference
from tournaments.run import run

WHY = why_no_sandbox()
CORES = len(os.sched_getaffinity(0))
NEEDED = pytest.mark.skipif(bool(WHY), reason=f"no sandbox: {WHY}")


@pytest.fixture
def bare(monkeypatch, tmp_path):
    """Have bubblewrap not found."""
    monkeypatch.setattr("arbiter.probe.bwrap", lambda: None)
    monkeypatch.setenv("PATH", f"{os.environ['PATH']}:{tmp_path}")


def sandboxes(plan):
    return [program.sandbox for program in plan.programs]


def test_sandbox_that_cannot_be_had_is_the_operators_mistake(bare, tmp_path, capsys):
    with pytest.raises(PlanError, match=r": bots\[0\].sandbox: no sandbox can be had: bubblewrap is not installed$"):
        plan_at(tmp_path / "cup.toml", sandbox="bwrap")
    path = write_plan(tmp_path / "cup.toml", quick("anne"), quick("bert", sandbox="bwrap"))
    assert main(["run", str(path), "--journal", str(tmp_path / "cup.journal")]) == 2
    told = capsys.readouterr()
    assert told.err == f"reiver: {path}: bots[1].sandbox: no sandbox can be had: bubblewrap is not installed\n"
    assert not (tmp_path / "cup.journal").exists()


def test_automatic_choice_without_one_says_so(bare, tmp_path):
    plan = plan_at(tmp_path / "cup.toml")
    assert sandboxes(plan) == [Sandbox.NONE] * 2
    assert sandbox_text(plan).startswith("sandbox: none (bubblewrap is not installed)")


@NEEDED
def test_automatic_choice_takes_what_works_here(tmp_path):
    plan = plan_at(tmp_path / "cup.toml")
    assert sandboxes(plan) == [Sandbox.BWRAP] * 2
    assert sandbox_text(plan) == "sandbox: bubblewrap"


@NEEDED
def test_bot_may_have_its_own(tmp_path):
    plan = plan_at(tmp_path / "cup.toml", quick("anne", sandbox="none"), quick("bert"))
    assert sandboxes(plan) == [Sandbox.NONE, Sandbox.BWRAP]
    assert sandbox_text(plan).startswith("sandbox: none for anne")
    plan = plan_at(tmp_path / "cup.toml", quick("anne", sandbox="auto"), quick("bert"), sandbox="none")
    assert sandboxes(plan) == [Sandbox.BWRAP, Sandbox.NONE]


def test_another_sandbox_is_no_other_tournament(tmp_path):
    one, other = (plan_at(tmp_path / "cup.toml", sandbox=sandbox).settled() for sandbox in ("none", "auto"))
    assert difference(one, other) == []


def test_path_to_be_read_has_to_be_there(tmp_path):
    with pytest.raises(PlanError, match=r": bots\[1\].readable\[0\]: no file or folder '.*/nowhere'$"):
        plan_at(tmp_path / "cup.toml", quick("anne"), quick("bert", readable=["nowhere"]))


def test_plan_and_journal_are_hidden_from_the_bots(tmp_path):
    plan = plan_at(tmp_path / "cup.toml")
    with OpenJournal(tmp_path / "cup.journal", plan, 2) as journal:
        for program in journal.plan_played.programs:
            names = {Path(path).name for path in program.hidden}
            assert names >= {"cup.toml", "cup.journal", "cup.journal-wal", "cup.journal-shm"}


@NEEDED
def test_bots_find_no_plan_and_no_journal_and_the_record_names_the_sandbox(tmp_path):
    spy = "import os, sys\nprint('note', *sorted(os.listdir()), flush=True)\n"
    (tmp_path / "spy.py").write_text(f"import sys\nsys.path.insert(0, {str(Path(__file__).parent)!r})\n{spy}import quick")
    spies = [{"name": name, "command": ["python3", "-S", "spy.py"], "readable": [str(Path(__file__).parent)]} for name in "ab"]
    run(plan_at(tmp_path / "old.toml", *spies), tmp_path / "old.games")
    run(plan_at(tmp_path / "cup.toml", *spies), tmp_path / "cup.journal")
    with Journal(tmp_path / "cup.journal") as journal:
        records = [decode(record) for record in journal.records()]
    assert {bot.sandbox for record in records for bot in record.bots} == {"bwrap"}
    notes = {note for record in records for turn in record.turns for note in turn.notes}
    assert notes <= {"spy.py"}
    assert {record.result.fault for record in records} == {None}


def test_pondering_takes_two_cores_a_game(tmp_path):
    plan = plan_at(tmp_path / "cup.toml", pondering=True)
    assert (plan.slots, plan.cores_a_slot) == (max(1, CORES // 2), 2)
    with pytest.raises(PlanError, match=r": concurrency: \d+ games at a time, of which each takes two for pondering,"):
        plan_at(tmp_path / "cup.toml", pondering=True, concurrency=CORES // 2 + 1)
    assert plan_at(tmp_path / "cup.toml", pondering=True, concurrency=CORES // 2 + 1, force=True).slots == CORES // 2 + 1


def test_pondering_plan_is_played(tmp_path):
    assert run(plan_at(tmp_path / "cup.toml", pondering=True, rounds=2), tmp_path / "cup.journal").played == 4
