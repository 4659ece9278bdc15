"""Plans: what they mean, and one clear line for each mistake."""

import os
import shlex
import stat
import sys

import pytest

from arbiter.clock import MS, TimeControl
from arbiter.process import Limits
from tests.tournaments.plans import plan_at, quick, write_plan
from tournaments.document import PlanError, PlanTable
from tournaments.plan import difference, load, plan_of_match

TWO = '[[bots]]\nuse = "bots:random"\n[[bots]]\nuse = "bots:greedy"\n'
CORES = len(os.sched_getaffinity(0))


def bot(text):
    return '[[bots]]\nuse = "bots:random"\n[[bots]]\n' + text


MISTAKES = {
    "not TOML": ("rounds = \n" + TWO, "not TOML: Invalid value (at line 1, column 10)"),
    "no bots": ("rounds = 1\n", "missing key 'bots'"),
    "one bot": ('[[bots]]\nuse = "bots:random"\n', "bots: at least two are needed"),
    "unknown key": ("ruonds = 2\n" + TWO, "ruonds: unknown key; did you mean 'rounds'?"),
    "unknown key in a table": (TWO + "[time]\nmove = 1\n", "time.move: unknown key; did you mean 'move_ms'?"),
    "unknown key in a bot": (bot('use = "bots:greedy"\ncomand = "x"\n'), "bots[1].comand: unknown key; did you mean 'command'?"),
    "unknown key in limits": (bot('use = "bots:greedy"\nlimits = {disk = 1}\n'), "bots[1].limits.disk: unknown key; the keys are memory_mib, files, file_mib, turn_kib, game_kib"),
    "wrong type": (TWO + '[time]\nmove_ms = "1 s"\n', "time.move_ms: expected int, got str"),
    "no table": ("time = 5\n" + TWO, "time: expected table, got int"),
    "no list": ('variants = "base"\n' + TWO, "variants: expected array, got str"),
    "wrong type in a list": ("variants = [1]\n" + TWO, "variants[0]: expected str, got int"),
    "wrong type of an option": (bot('use = "bots:greedy"\noptions = {depth = [1]}\n'), "bots[1].options.depth: expected bool or float or int or str, got array"),
    "wrong type in the environment": (bot('use = "bots:greedy"\nenvironment = {A = "1", B = 2}\n'), "bots[1].environment.B: expected str, got int"),
    "out of range": ("rounds = 0\n" + TWO, "rounds: expected int >= 1"),
    "negative time": (TWO + "[time]\nmove_ms = -1\n", "time.move_ms: expected int >= 0"),
    "no such variant": ('variants = ["base", "tactic"]\n' + TWO, "variants[1]: no variant 'tactic'; did you mean 'tactics'?"),
    "twice the same variant": ('variants = ["base", "base"]\n' + TWO, "variants[1]: 'base' is already there"),
    "no variant": ("variants = []\n" + TWO, "variants: no variant to play"),
    "no such ranking": ('ranking = "x"\n' + TWO, "ranking: expected colour-over-run or run-over-colour, got 'x'"),
    "no such lead": ("tactics_lead = 2\n" + TWO, "tactics_lead: expected 0 or 1, got 2"),
    "empty seed": ('seed = ""\n' + TWO, "seed: a seed is an integer or 1 to 128 printable characters"),
    "too many slots": (f"concurrency = {CORES + 1}\n" + TWO, f"concurrency: {CORES + 1} games at a time on {CORES} cores spoil the clocks (force = true does it all the same)"),
    "no such program": (bot('name = "x"\ncommand = ["pyhton3", "x.py"]\n'), "bots[1].command: no program 'pyhton3' found on PATH; did you mean 'python3'?"),
    "no such file": (bot('name = "x"\ncommand = "./no such"\n'), "bots[1].command: no program './no' in '{folder}'"),
    "not executable": (bot('name = "x"\ncommand = ["./plain"]\n'), "bots[1].command: the file './plain' is not executable"),
    "unclosed quote": (bot("name = \"x\"\ncommand = \"./bot 'x\"\n"), "bots[1].command: no closing quotation"),
    "empty command": (bot('name = "x"\ncommand = "  "\n'), "bots[1].command: empty"),
    "neither use nor command": (bot('name = "x"\n'), "bots[1]: a bot has either 'use' or 'command'"),
    "both use and command": (bot('use = "bots:greedy"\ncommand = "x"\n'), "bots[1]: a bot has either 'use' or 'command', not both"),
    "no such folder": (bot('name = "x"\ncommand = "python3"\nfolder = "nowhere"\n'), "bots[1].folder: no folder '{folder}/nowhere'"),
    "no such bundled bot": (bot('use = "bots:greddy"\n'), "bots[1].use: no bundled bot 'greddy'; did you mean 'greedy'? (there are: {bundled})"),
    "not bundled": (bot('use = "greedy"\n'), "bots[1].use: expected bots:NAME, got 'greedy'"),
    "no name": (bot('command = "python3"\n'), "bots[1].name: missing: a bot with a command needs a name"),
    "a name that hides": (bot('name = "x\\u202e"\ncommand = "python3"\n'), "bots[1].name: a name is at most 64 printable characters without spaces at its ends"),
    "same name": (bot('name = "random"\ncommand = "python3"\n'), "bots[1].name: bots[0] is called 'random' too; give this one another name"),
    "same bundled bot": (bot('use = "bots:random"\n'), "bots[1].name: bots[0] is called 'random' too; give this one another name"),
    "an option in two lines": (bot('use = "bots:greedy"\noptions = {a = "b\\nc"}\n'), "bots[1].options.a: an option's value is printable ASCII in one line"),
    "an option with a space": (bot('use = "bots:greedy"\noptions = {"a b" = 1}\n'), "bots[1].options.a b: an option's name is a word of printable ASCII"),
    "a variable without a name": (bot('use = "bots:greedy"\nenvironment = {"A=B" = "1"}\n'), "bots[1].environment.A=B: no name or value of an environment variable"),
}  # fmt: skip


@pytest.mark.parametrize("mistake", MISTAKES)
def test_mistake_in_a_plan_is_one_line_with_its_place(mistake, tmp_path):
    from tournaments.bundle import bundle

    text, expected = MISTAKES[mistake]
    path = tmp_path / "cup.toml"
    path.write_text(text, encoding="utf-8")
    (tmp_path / "plain").write_text("")
    with pytest.raises(PlanError) as raised:
        load(path)
    expected = expected.replace("{folder}", str(tmp_path)).replace("{bundled}", ", ".join(bundle().bots))
    assert str(raised.value) == f"{path}: {expected}"
    assert "\n" not in str(raised.value)


def test_plan_that_is_not_there_is_one_line(tmp_path):
    with pytest.raises(PlanError, match=r"cup\.toml: no such file or directory$"):
        load(tmp_path / "cup.toml")
    with pytest.raises(PlanError, match="is a directory$"):
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
        limits={"files": 10, "turn_kib": 2},
    )
    assert plan.seed == "7"
    assert not plan.has_drawn_seed
    assert plan.rules[0].ranking == "run-over-colour"
    assert plan.rules[0].tactics_lead == 0
    assert plan.time == TimeControl(None, 60_000 * MS, 100 * MS, 5 * MS, grace_ns=0)
    anne, bert = plan.programs
    assert anne.limits == Limits(memory_bytes=64 << 20, files=10, turn_bytes=1 << 10)
    assert bert.limits == Limits(files=10, turn_bytes=2 << 10)
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
