"""Sinners in company: with an opponent that is slow to sit down, with one another, and in a tournament."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from arbiter.record import GameRecord
from arbiter.replay import verify
from tests.hostile.arena import MOVE_NS, Outcome
from tests.hostile.conftest import ROOT, WITNESS, Arena
from tests.hostile.sins import FOLDER, Sin, load
from tests.processes import Processes
from tests.timeouts import TIMEOUT

DELIBERATE = str(Path(__file__).with_name("deliberate.py"))
SINS = {sin.name: sin for sin in load()}
MS = 1_000_000


def blamed(outcome: Outcome) -> list[str]:
    """Return who is blamed for each game, by key."""
    return [key_of_fault(record) for record in outcome.records]


def key_of_fault(record: GameRecord) -> str:
    fault = record.result.fault
    return record.bots[fault.seat].key if fault else "nobody"


@pytest.mark.parametrize("name", ["exits_at_game", "plays_before_it_sits", "closes_stdin", "answers_twice"])
def test_an_opponent_slow_to_sit_down_is_never_blamed_for_a_game_that_was_spoilt_before(
    arena: Arena, tmp_path: Path, name: str
) -> None:
    outcome = arena.judge(SINS[name], tmp_path, DELIBERATE)
    assert blamed(outcome) == ["sinner", "sinner"]
    assert len({record.bots[1 - seat].version for seat, record in enumerate(outcome.records)}) == 1


def test_an_opponent_slow_to_sit_down_does_not_cost_the_other_its_game(arena: Arena, tmp_path: Path) -> None:
    assert blamed(arena.judge(SINS["noisy_notes"], tmp_path, DELIBERATE)) == ["nobody", "nobody"]


def test_two_bots_that_never_claim_have_their_game_adjudicated(arena: Arena, tmp_path: Path) -> None:
    outcome = arena.judge(SINS["never_claims"], tmp_path, str(FOLDER / "never_claims.py"))
    assert [record.result.ending for record in outcome.records] == ["adjudicated", "adjudicated"]
    assert [verify(record) for record in outcome.records] == [[], []]


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("line_without_end", "talks_while_it_waits"),
        ("fork_bomb", "leaves_children_behind"),
        ("floods_stderr", "spins_off_turn"),
        ("daemon_answers", "traced_by_its_daemon"),
        ("closes_stdout", "exits_after_a_move"),
        ("silent_at_game", "exits_at_game"),
        ("escapes_in_its_name", "wrong_version"),
        ("stops_itself", "ignores_term"),
        ("silent_at_game", "silent_at_the_second_game"),
    ],
)
def test_two_sinners_are_judged_and_leave_nothing(arena: Arena, tmp_path: Path, name: str, other: str) -> None:
    outcome = arena.judge(SINS[name], tmp_path, str(FOLDER / f"{other}.py"))
    sins = SINS[name], SINS[other]
    sinful = [any(sin.verdict != "none" and sin.from_game <= game for sin in sins) for game in (1, 2)]
    assert [key != "nobody" for key in blamed(outcome)] == sinful
    assert [verify(record) for record in outcome.records] == [[], []]
    assert not outcome.strays
    assert not arena.left()


def test_a_round_robin_of_sinners_goes_on_to_its_end(processes: Processes, tmp_path: Path) -> None:
    sinners = [SINS[name] for name in ("dies_by_segv", "late", "fork_bomb", "escapes_in_its_name")]
    plan, journal = tmp_path / "cup.toml", tmp_path / "cup.journal"
    plan.write_text(plan_of(sinners, processes.environment))
    run = reiver(processes, "run", str(plan), "--journal", str(journal), "--json")
    games = len(sinners) * (len(sinners) + 1)
    assert run["games"] == games
    honest = next(line for line in run["standings"] if line["bot"] == "witness")
    assert (honest["wins"], honest["faults"]) == (2 * len(sinners), {})
    assert [line["rank"] for line in run["standings"] if line["bot"] == "witness"] == [1]
    assert all(sum(line["faults"].values()) for line in run["standings"] if line["bot"] != "witness")
    assert not processes.marked()
    for words in (["standings", str(journal)], ["standings", str(journal), "--csv"], ["verify", str(journal)]):
        text = output(processes, *words)
        assert text.replace("\n", "").isprintable()
    assert text.startswith(f"{games} of {games} results")


def plan_of(sinners: list[Sin], environment: dict[str, str]) -> str:
    witness = ("witness", (sys.executable, "-BS", WITNESS))
    bots = [witness, *((sin.name, sin.words(sys.executable)) for sin in sinners)]
    variables = environment | {"PYTHONPATH": str(FOLDER)}
    head = f"seed = 1\n[time]\nmove_ms = {2 * MOVE_NS // MS}\nstartup_ms = 5000\ngrace_ms = 300\n"
    return head + "".join(
        f"[[bots]]\nname = {json.dumps(name)}\ncommand = {json.dumps(command)}\nfolder = {json.dumps(str(FOLDER))}\n"
        f"[bots.environment]\n" + "".join(f"{key} = {json.dumps(value)}\n" for key, value in variables.items())
        for name, command in bots
    )


def reiver(processes: Processes, *words: str) -> dict[str, list[dict[str, object]]]:
    return json.loads(output(processes, *words))


def output(processes: Processes, *words: str) -> str:
    command = (sys.executable, "-m", "arbiter", *words)
    process = processes.start(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    text, _ = process.communicate(timeout=3 * TIMEOUT)
    assert process.returncode == 0
    return text
