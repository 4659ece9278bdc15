"""Plans: what they mean, and one clear line for each mistake."""

import os
import re
import shlex
import stat
import sys
from pathlib import Path

import pytest

from arbiter.control import MS, TimeControl
from arbiter.process import Limits
from tests.tournaments.plans import plan_at, quick, write_plan
from tournaments import document
from tournaments.bundle import bundle
from tournaments.document import BotTable, LimitsTable, PlanError, PlanTable, TimeTable
from tournaments.plan import difference, load, plan_of_match

TWO = '[[bots]]\nuse = "bots:random"\n[[bots]]\nuse = "bots:greedy"\n'
CORES = len(os.sched_getaffinity(0))


BOT = '[[bots]]\nuse = "bots:random"\n[[bots]]'
CASES = re.findall(r"^## (.*)\n((?:.*\n)*?)=> (.*)$", Path(__file__).with_name("mistakes.txt").read_text("utf-8"), re.M)


@pytest.mark.parametrize(("text", "expected"), [pytest.param(*case, id=name) for name, *case in CASES])
def test_mistake_in_a_plan_is_one_line_with_its_place(text, expected, tmp_path):
    words = {"{two}": TWO, "{bot}": BOT, "{folder}": str(tmp_path), "{bundled}": ", ".join(bundle().bots)}
    words |= {"{cores}": str(CORES), "{too many}": str(CORES + 1)}
    for word, meaning in words.items():
        text, expected = text.replace(word, meaning), expected.replace(word, meaning)
    path = tmp_path / "cup.toml"
    path.write_text(text, encoding="utf-8")
    (tmp_path / "plain").write_text("")
    with pytest.raises(PlanError) as raised:
        load(path)
    assert str(raised.value) == f"{path}: {expected}"
    assert "\n" not in str(raised.value)


def test_option_too_long_for_its_line_is_a_mistake(tmp_path):
    with pytest.raises(PlanError, match=r"bots\[0\].options.x: with so long a value the line to the bot has more than 4096"):
        plan_at(tmp_path / "cup.toml", quick("anne", options={"x": "z" * 4090}), quick("bert"))


def test_plan_that_is_not_there_is_one_line(tmp_path):
    with pytest.raises(PlanError, match=r"cup\.toml: no such file or directory$"):
        load(tmp_path / "cup.toml")
    with pytest.raises(PlanError, match=r"is a directory$"):
        load(tmp_path)


def test_plan_that_is_not_utf8_is_one_line(tmp_path):
    path = tmp_path / "cup.toml"
    path.write_bytes(b'name = "\xff"')
    with pytest.raises(PlanError, match=r"cup\.toml: not UTF-8 \(at byte 8\)$"):
        load(path)


def test_line_breaks_in_a_mistake_do_not_reach_the_message(tmp_path):
    path = tmp_path / "cup.toml"
    path.write_text('"a\\nb\\u001b[31m" = 1\n' + TWO, encoding="utf-8")
    with pytest.raises(PlanError) as raised:
        load(path)
    assert str(raised.value).isprintable()


def test_plan_has_defaults(tmp_path):
    path = tmp_path / "cup.toml"
    path.write_text(TWO)
    plan = load(path)
    assert plan.name == "cup"
    assert plan.keys == ("random", "greedy")
    assert [rules.variant for rules in plan.rules] == ["base"]
    assert plan.time == TimeControl()
    assert plan.slots == CORES
    assert plan.has_drawn_seed
    assert len(plan.seed) == 32
    assert load(path).seed != plan.seed


def test_plan_sets_rules_time_and_limits(tmp_path):
    plan = plan_at(
        tmp_path / "cup.toml",
        quick("anne", limits={"memory_mib": 64, "turn_kib": 1}),
        quick("bert", options={"depth": 3, "fast": True, "book": "a b", "doubt": 0.5}, environment={"X": "ü"}),
        seed=7,
        variants=["expert+tactics"],
        ranking="run-over-colour",
        tactics_lead=0,
        time={"move_ms": 0, "game_ms": 60_000, "increment_ms": 100, "margin_ms": 5, "grace_ms": 0},
        limits={"files": 20, "turn_kib": 2},
    )
    assert plan.seed == "7"
    assert not plan.has_drawn_seed
    assert plan.rules[0].ranking == "run-over-colour"
    assert plan.rules[0].tactics_lead == 0
    assert plan.time == TimeControl(None, 60_000 * MS, 100 * MS, 5 * MS, grace_ns=0)
    anne, bert = plan.programs
    assert anne.limits == Limits(memory_bytes=64 << 20, files=20, turn_bytes=1 << 10)
    assert bert.limits == Limits(files=20, turn_bytes=2 << 10)
    assert bert.options == {"depth": "3", "fast": "yes", "book": "a b", "doubt": "0.5"}
    assert bert.environment == {"X": "ü"}


def test_paths_with_spaces_quotes_and_letters_of_any_alphabet_work(tmp_path):
    folder = tmp_path / 'it\'s a "földer" 日本'
    folder.mkdir()
    program = folder / "my bot's"
    program.write_text("#!/bin/sh\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    words = {"name": "a", "folder": folder.name, "command": ["./my bot's", "--say", "a b"]}
    text = {"name": "b", "folder": str(folder), "command": f"{shlex.quote('./my bot' + chr(39) + 's')} --say 'a b'"}
    plan = plan_at(tmp_path / "cup.toml", words, text)
    for entry in plan.programs:
        assert entry.command == (str(program), "--say", "a b")
        assert entry.folder == folder


def test_python_is_the_interpreter_that_reiver_runs_on(tmp_path):
    (tmp_path / "bot.py").write_text("")
    bots = [{"name": name, "command": command} for name, command in (("a", "python bot.py"), ("b", "./bot.py --x"))]
    plan = plan_at(tmp_path / "cup.toml", *bots, {"name": "c", "command": ["python3", "bot.py"]})
    assert plan.programs[0].command == (sys.executable, "bot.py")
    assert plan.programs[1].command == (sys.executable, str(tmp_path / "bot.py"), "--x")
    assert plan.programs[2].command == (sys.executable, "bot.py")


def test_program_is_looked_for_on_the_path_of_the_bot(tmp_path):
    program = tmp_path / "tools" / "mybot"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    mine = {"name": "mine", "command": "mybot", "environment": {"PATH": str(program.parent)}}
    assert plan_at(tmp_path / "cup.toml", quick("anne"), mine).programs[1].command == (str(program),)


def test_program_beside_the_plan_is_suggested_with_its_slash(tmp_path):
    (tmp_path / "mybot").write_text("")
    with pytest.raises(PlanError, match=r"did you mean '\./mybot'\?$"):
        plan_at(tmp_path / "cup.toml", quick("anne"), {"name": "mine", "command": "mybot"})


def test_bundled_bot_in_place_of_a_program_is_told_its_key(tmp_path):
    with pytest.raises(PlanError, match="a bundled bot is named by: use = 'bots:first'"):
        plan_at(tmp_path / "cup.toml", {"name": "a", "command": "bots:first"}, {"name": "b", "command": "./b"})


def test_byte_order_mark_of_a_plan_is_no_mistake(tmp_path):
    path = tmp_path / "cup.toml"
    path.write_text("\ufeffbots = [{use = 'bots:first'}, {use = 'bots:random'}]\n", encoding="utf-8")
    assert [program.key for program in load(path).programs] == ["first", "random"]


def test_force_allows_more_slots_than_cores(tmp_path):
    assert plan_at(tmp_path / "cup.toml", concurrency=CORES + 1, force=True).slots == CORES + 1


def test_command_line_names_bots_by_bundle_path_or_command(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bot.py").write_text("")
    (tmp_path / "my bot.py").write_text("")
    texts = ["bots:random", "my bot.py", "python3 bot.py --x", "me=bots:random", "bot.py", "bots:random"]
    plan = plan_of_match(texts, PlanTable(bots=(), name="match", rounds=3), tmp_path)
    assert plan.keys == ("random-1", "my bot", "bot-1", "me", "bot-2", "random-2")
    assert plan.programs[1].command == (sys.executable, str(tmp_path / "my bot.py"))
    assert plan.programs[2].command == (sys.executable, "bot.py", "--x")
    assert plan.programs[3].command == plan.programs[0].command
    assert plan.programs[4].command == (sys.executable, str(tmp_path / "bot.py"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("pyhton3 x.py", "bot 'pyhton3 x.py': no program 'pyhton3' found on PATH; did you mean 'python3'?"),
        ("bots:greddy", "bot 'bots:greddy': no bundled bot 'greddy'; did you mean 'greedy'? (there are: "),
        ("'", 'bot "\'": no closing quotation'),
        ("", "bot '': empty"),
    ],
)
def test_mistake_on_the_command_line_names_the_bot(text, expected, tmp_path):
    with pytest.raises(PlanError) as raised:
        plan_of_match(["bots:random", text], PlanTable(bots=()), tmp_path)
    assert str(raised.value).startswith(expected)


def test_plans_differ_in_what_decides_games_and_nothing_else(tmp_path):
    one = plan_at(tmp_path / "a.toml", quick("anne"), quick("bert"), rounds=1)
    other = plan_at(tmp_path / "b.toml", quick("bert"), quick("anne"), rounds=1, name="x", concurrency=1)
    assert difference(one.settled(), other.settled()) == []
    changed = plan_at(
        tmp_path / "b.toml", quick("bert", options={"depth": 1}), quick("carl"), rounds=2, time={"move_ms": 5}
    )
    assert difference(one.settled(), changed.settled()) == [
        "bots.anne was there and is now not there",
        "bots.bert.options.depth was not there and is now 1",
        "bots.carl was not there and is now there",
        "rounds was 1 and is now 2",
        "time.move_ms was 1000 and is now 5",
    ]


def test_plan_text_is_written_as_tests_expect(tmp_path):
    assert load(write_plan(tmp_path / "cup.toml")).keys == ("anne", "bert")


def test_readme_describes_every_key():
    readme = Path(document.__file__).with_name("README.md").read_text("utf-8")
    words = set(re.findall(r"`(\w+)`", readme)) | set(re.findall(r"^(\w+) = ", readme, re.MULTILINE))
    for table in (PlanTable, TimeTable, LimitsTable, BotTable):
        assert set(table.__struct_fields__) - {"bots", "time"} <= words
