"""The dialogue of a recorded game is a transcript: the arbiter speaks as it says, and a bot can be tested with it."""

import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from arbiter.cli import MISTAKE, OK, main
from arbiter.control import MS, TimeControl
from arbiter.kit.dialogue import dialogue
from arbiter.match import Match
from arbiter.order import Order
from arbiter.process import Program
from arbiter.record import GameRecord
from arbiter.referee import UNKNOWN_WORDS, Referee
from arbiter.verdicts import FaultKind
from tests.arbiter.recorded import heard, record_of, recorded, say
from tests.games import order
from tests.timeouts import TIMEOUT
from tests.transcripts import Transcript, perform

SEEDS = 7, 8
BOT = Path(__file__).parent / "broken" / "sound.py"
DEAL = "R7 G1 R8 G2 R9 Y3 O1 Y4 O2 P6 O3 P8 B1 B2"
REPLIES = ["play 1 R7 4", "play 2 G1 4", "play 3 R8 4", "play 4 G2 5", "play 5 R9 4 claim 4,5"]
RECRUITER = ["play 1 R7 4 draw tactics", "play 2 G1 4", "play 3 recruiter 3+0 claim all", "return 3 R8,R9"]
CLOCKS = TimeControl(move_ns=1000 * MS, game_ns=5000 * MS, increment_ns=100 * MS, margin_ns=50 * MS)


def transcript(record: GameRecord, tmp_path: Path) -> Transcript:
    path = tmp_path / "game.txt"
    path.write_text("".join(f"{line}\n" for line in dialogue(record, SEEDS)))
    return Transcript.read(path)


def seeded(game: Order) -> Order:
    return replace(game, seeds=SEEDS)


def stray(referee: Referee) -> None:
    say(referee, 1, "play 2 G2 4")
    say(referee, 0, "play 5 R9 4")


def babble(referee: Referee) -> None:
    for _ in range(UNKNOWN_WORDS + 1):
        say(referee, 1, "info depth 3")
    say(referee, 0, "play 5 R9 4")


def crash_unasked(referee: Referee) -> None:
    referee.fail(1, FaultKind.CRASH, "the bot ended: exit status 1")
    say(referee, 0, "play 5 R9 4")


GAMES: dict[str, tuple[Order, list[str], Callable[[Referee], None] | None]] = {
    "malformed": (order(clan=DEAL), [*REPLIES, "play 6 G7"], None),
    "illegal": (order(clan=DEAL), [*REPLIES, "play 6 R7 1"], None),
    "strict": (order(clan=DEAL, strict=True), REPLIES, None),
    "timeout": (order(clan=DEAL), REPLIES, lambda referee: referee.expire(1)),
    "too late": (order(clan=DEAL), REPLIES, lambda referee: referee.expire(1, "the answer came too late: 2 s")),
    "crash": (order(clan=DEAL), REPLIES, lambda referee: referee.fail(1, FaultKind.CRASH, "the bot ended: exit status 1")),
    "flood": (order(clan=DEAL), REPLIES, lambda referee: referee.fail(1, FaultKind.FLOOD, "a line of more than 4096 bytes")),
    "void": (order(clan=DEAL), REPLIES, lambda referee: referee.annul("the machine was busy")),
    "an answer twice": (order(clan=DEAL), REPLIES[:4], stray),
    "too many unknown words": (order(clan=DEAL), REPLIES[:4], babble),
    "a crash while waiting": (order(clan=DEAL), REPLIES[:4], crash_unasked),
    "bytes": (order(clan=DEAL), REPLIES, lambda referee: referee.hear(1, b"play 6 \xff", 0, 0, 0)),
    "recruiter": (order("tactics", clan=DEAL, tactics="recruiter joker spy"), [*RECRUITER, "play 4 X"], None),
    "clocks": (order(clan=DEAL, time=CLOCKS), REPLIES, lambda referee: referee.expire(1)),
    "clocks and recruiter": (
        order("expert+tactics", clan=DEAL, tactics="recruiter", time=CLOCKS), RECRUITER, lambda referee: referee.expire(1)
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", GAMES)
def test_the_arbiter_speaks_as_the_dialogue_of_a_record_says(name: str, tmp_path: Path) -> None:
    game, replies, end = GAMES[name]
    record = recorded(seeded(game), replies, end)
    found = transcript(record, tmp_path)
    assert list(perform(found)) == found.lines
    assert any(line.startswith("result ") and f"by={record.result.ending} " in line for _, _, line in found.lines)


@pytest.mark.parametrize("seat", [0, 1])
def test_a_game_that_fails_while_it_is_set_up_is_told(seat: int, tmp_path: Path) -> None:
    referee = Referee(seeded(order(clan=DEAL)), 0)
    referee.open()
    referee.expire(seat)
    found = transcript(record_of(referee), tmp_path)
    assert list(perform(found)) == found.lines
    assert (seat, "!", "timeout") in found.lines


@pytest.mark.parametrize("seat", [0, 1])
def test_bytes_that_are_no_text_while_it_is_set_up_are_told(seat: int, tmp_path: Path) -> None:
    referee = Referee(seeded(order(clan=DEAL)), 0)
    referee.open()
    referee.hear(seat, b"ok\xff", 0, 0, 0)
    found = transcript(record_of(referee), tmp_path)
    assert list(perform(found)) == found.lines
    assert any(line.startswith("result ") for _, _, line in found.lines)


@pytest.mark.parametrize("seat", [0, 1])
def test_too_many_unknown_words_while_it_is_set_up_are_told(seat: int, tmp_path: Path) -> None:
    referee = Referee(seeded(order(clan=DEAL)), 0)
    referee.open()
    for _ in range(UNKNOWN_WORDS + 1):
        say(referee, seat, "info depth 3")
    found = transcript(record_of(referee), tmp_path)
    assert list(perform(found)) == found.lines
    assert any(line.startswith("result ") for _, _, line in found.lines)


def test_an_answer_before_the_first_turn_is_told(tmp_path: Path) -> None:
    referee = Referee(seeded(order(clan=DEAL)), 0)
    referee.open()
    say(referee, 0, "ok")
    say(referee, 0, "play 1 R7 4")
    found = transcript(record_of(referee), tmp_path)
    assert list(perform(found)) == found.lines
    assert found.lines[-5][2] == "play 1 R7 4"


def test_notes_stand_before_the_reply_that_they_came_with(tmp_path: Path) -> None:
    referee = heard(seeded(order(clan=DEAL)), REPLIES[:2])
    say(referee, 0, "note thinking")
    say(referee, 0, REPLIES[2])
    referee.expire(1)
    found = transcript(record_of(referee), tmp_path)
    assert list(perform(found)) == found.lines
    place = found.lines.index((0, "<", "note thinking"))
    assert found.lines[place + 1] == (0, "<", REPLIES[2])


def test_a_game_that_never_began_has_no_dialogue() -> None:
    referee = Referee(order(clan=DEAL), 0)
    referee.fail(0, FaultKind.STARTUP, "no such file")
    with pytest.raises(ValueError, match="never began: no such file"):
        list(dialogue(record_of(referee), SEEDS))


def test_the_dialogue_of_a_played_game_tests_a_bot_without_an_arbiter(tmp_path: Path) -> None:
    program = Program("sound", (sys.executable, "-BS", str(BOT)), BOT.parent)
    with Match((program, program)) as match:
        record = match.play(seeded(order("tactics", clan=DEAL)))
    found = transcript(record, tmp_path)
    assert list(perform(found)) == found.lines
    for seat in (0, 1):
        told, said = (
            "".join(f"{line}\n" for who, way, line in found.lines if (who, way) == (seat, wanted)) for wanted in "><"
        )
        done = subprocess.run(program.command, input=told, capture_output=True, text=True, timeout=TIMEOUT, check=True)
        assert done.stdout == said


def test_the_command_prints_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal = str(tmp_path / "a.journal")
    words = ["bots:first", "bots:random", "--games", "2", "--seed", "a", "--trace", "--journal", journal]
    assert main(["match", *words]) == OK
    trace = capsys.readouterr().err
    assert main(["show", journal, "base/1/first:random/1", "--transcript"]) == OK
    path = tmp_path / "game.txt"
    path.write_text(capsys.readouterr().out)
    found = Transcript.read(path)
    assert list(perform(found)) == found.lines
    traced = [line.split(" ms ", 1)[1].split(None, 2)[2] for line in trace.splitlines() if " first " in line]
    spoken = [f"{way} {line}" for seat, way, line in found.lines if seat == 0]
    assert traced[: len(spoken) - 1] == spoken[:-1]
    assert main(["show", journal, "nothing", "--transcript"]) == MISTAKE


def test_a_game_is_found_by_the_id_that_its_bots_were_given(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal = str(tmp_path / "a.journal")
    assert main(["match", "bots:first", "bots:random", "--games", "2", "--trace", "--journal", journal]) == OK
    told = re.search(r"> game id=(\w+) seat=second", capsys.readouterr().err)
    assert told
    assert main(["show", journal, told[1]]) == OK
    assert capsys.readouterr().out.startswith("game base/1/first:random/1: ")
    assert main(["explain", journal, "0" * 16]) == MISTAKE
