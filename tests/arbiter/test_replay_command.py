"""A recorded game, put to a bot once more."""

import shlex
import shutil
import sys
from pathlib import Path

import pytest

from arbiter.cli import FAILED, MISTAKE, OK, main

BROKEN = Path(__file__).parent / "broken"
LIMITS = ["--move-ms", "20000"]


def bot(name: str, folder: Path = BROKEN) -> str:
    return shlex.join(["python3", "-BS", str(folder / f"{name}.py")])


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A journal of a sound bot against one that plays on full stones."""
    folder = tmp_path_factory.mktemp("journals")
    path, own = str(folder / "a.journal"), Path(shutil.copytree(BROKEN, folder / "own"))
    bots = [f"sound={bot('sound')}", f"wrong={bot('plays_on_full_stones', own)}"]
    words = [*bots, "--games", "2", "--seed", "a", *LIMITS]
    assert main(["match", *words, "--variant", "base", "--variant", "tactics", "--trace", "--journal", path]) == OK
    return path


def replay(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, list[str]]:
    capsys.readouterr()
    status = main(["replay", *words])
    return status, capsys.readouterr().out.splitlines()


def test_a_fixed_bot_gives_another_reply_where_the_old_one_was_at_fault(
    journal: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, lines = replay(capsys, journal, "base/1/sound:wrong/2", "--bot", bot("sound"))
    assert status == OK
    assert lines[0] == "base/1/sound:wrong/2: sound on the first seat, in place of wrong"
    assert lines[1] == "9 replies are the same; turn 19 differs"
    assert lines[2].startswith("  asked    turn 19 hand=")
    assert lines[3].startswith("  before   play 19 ")
    assert lines[4].startswith("  now      play 19 ")
    assert lines[5].strip() == "legal"


def test_a_bot_that_is_still_wrong_fails(journal: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, lines = replay(capsys, journal, "base/1/sound:wrong/2", "--bot", bot("prints_its_thoughts"))
    assert status == FAILED
    assert lines[1] == "0 replies are the same; turn 1 differs"
    assert lines[-1].strip().startswith("a fault: 'thinking' is no word of the protocol")


def test_a_bot_that_says_the_same_says_so(journal: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, lines = replay(capsys, journal, "base/1/sound:wrong/2", "--bot", bot("sound"), "--seat", "second")
    assert status == OK
    assert lines[1] == "all 9 replies are the same; illegal: stone 3 is full on that side"


def test_a_bot_that_crashes_is_told(journal: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = [
        journal,
        "tactics/1/sound:wrong/1",
        "--bot",
        'python3 -c \'print("ready 1"); input(); input(); print("ok")\'',
    ]
    status, lines = replay(capsys, *words)
    assert status == FAILED
    assert "nothing: the bot ended, exit status 0" in lines[4]


@pytest.mark.parametrize(("variant", "turn"), [("base", "19"), ("tactics", "7")])
def test_the_game_goes_on_from_the_difference(
    variant: str, turn: str, journal: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, lines = replay(capsys, journal, f"{variant}/1/sound:wrong/2", "--bot", bot("sound"), "--on")
    assert status == OK
    assert lines[7].split()[:3] == [turn, "sound", "now"]
    assert "wins by " in lines[-1]
    assert "illegal" not in lines[-1]


def test_a_bot_that_starts_up_now_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(tmp_path / "a.journal")
    assert main(["match", "dead=python3 -c pass", "bots:first", "--games", "2", "--journal", path, "--trace"]) == OK
    for leg, turns in (("1", "turn 1 differs"), ("2", "no reply")):
        status, lines = replay(capsys, path, f"base/1/dead:first/{leg}", "--bot", bot("sound"))
        assert status == OK
        assert turns in lines[1]


def test_options_of_the_record_are_set_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    quick = Path(__file__).parents[1] / "tournaments" / "quick.py"
    command = f'["python3", "-S", "{quick}"]'
    plan = tmp_path / "a.toml"
    bots = "".join(f'[[bots]]\nname = "{name}"\ncommand = {command}\noptions = {{ depth = 4 }}\n' for name in "ab")
    plan.write_text(f'seed = "a"\n[time]\nmove_ms = 20000\n{bots}')
    path = str(tmp_path / "a.journal")
    assert main(["run", str(plan), "--journal", path, "--trace"]) == OK
    status, lines = replay(capsys, path, "base/1/a:b/1", "--bot", f"python3 -S {quick}", "--seat", "first")
    assert (status, lines[1][:4]) == (OK, "all ")
    with_options = [path, "base/1/a:b/1", "--bot", bot("sound"), "--seat", "first"]
    assert main(["replay", *with_options]) == MISTAKE
    assert "sound: the bot has no option 'depth'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["no.journal", "x", "--bot", "bots:first"], "no such journal"),
        (["JOURNAL", "x", "--bot", "bots:first"], "no game 'x'"),
        (["JOURNAL", "base/1/sound:wrong/1", "--bot", "bots:nobody"], "no bundled bot 'nobody'"),
        (["JOURNAL", "base/1/sound:wrong/1", "--bot", f"{sys.executable} -c pass"], "ended before it was ready"),
    ],
)
def test_a_mistake_is_one_line(words: list[str], said: str, journal: str, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert main(["replay", *(word.replace("JOURNAL", journal) for word in words)]) == MISTAKE
    captured = capsys.readouterr()
    assert said in captured.err
    assert captured.err.count("\n") == 1
