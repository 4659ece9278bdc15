from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from arbiter.control import MS, TimeControl
from arbiter.match import Match
from arbiter.process import Program
from arbiter.record import GameRecord, decode, encode
from arbiter.replay import verify
from arbiter.rules.variants import VARIANTS
from tests.games import order
from tests.timeouts import SCALE

SHORT_NS = int(300 * MS * SCALE)
LONG_NS = int(20_000 * MS * SCALE)
QUICK = TimeControl(move_ns=SHORT_NS, startup_ns=LONG_NS, setup_ns=LONG_NS, grace_ns=SHORT_NS)

Script = Callable[..., Program]


def play(first: Program, second: Program, time: TimeControl = QUICK, variant: str = "base") -> GameRecord:
    with Match((first, second)) as match:
        record = match.play(order(variant, time=time))
    assert decode(encode(record)) == record
    assert verify(record) == []
    return record


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_game_of_every_variant_is_played_to_its_end(first: Program, variant: str) -> None:
    record = play(first, first, variant=variant)
    assert record.result.fault is None
    assert record.bots[0].name == "First"
    assert all(turn.wall_ns > 0 for turn in record.turns)
    assert record.transcript == ()


def test_one_process_plays_many_games_and_seats_may_be_swapped(first: Program, script: Script) -> None:
    body = """
until("hello"); say("name Script", "ready 1")
games = 0
while True:
    words = read()
    if words[0] == "game":
        games += 1; say(f"note game {games} as {words[2]}", "ok")
    elif words[0] == "turn":
        say(f"note {os.getpid()}", answer(words))
    elif words[0] == "quit":
        break
"""
    time = TimeControl(move_ns=LONG_NS)
    with Match((first, script(body))) as match:
        one = match.play(order(game="one", time=time))
        two = match.play(order(game="two", time=time, seats=(1, 0)))
    assert one.bots[1].key == two.bots[0].key == "script"
    notes = [turn.notes for record in (one, two) for turn in record.turns if turn.notes]
    assert notes[0][0] == "game 1 as seat=second"
    assert any("game 2 as seat=first" in note for note in notes)
    assert len({note[-1] for note in notes}) == 1


def test_a_plan_can_ask_for_new_processes_in_every_game(first: Program, script: Script) -> None:
    body = """
until("hello"); say("ready 1"); until("game"); say(f"note {os.getpid()}", "ok")
until("turn"); say("pass 2")
"""
    other = script(body)
    pids = set()
    with Match((first, other), fresh=True) as match:
        for number in range(2):
            record = match.play(order(game=f"game-{number}", time=QUICK))
            pids.add(next(line.text for line in record.transcript if line.text.startswith("note")))
    assert len(pids) == 2


@pytest.mark.parametrize(
    ("body", "kind", "why"),
    [
        ("sys.exit(3)", "startup", "ended before it was ready: exit status 3"),
        ("read(); say('ready 2')", "startup", "speaks protocol version 2"),
        ("read(); say('R5 3'); until('quit')", "startup", "not ready in"),
        ("read(); say('name \\x1b[31mred', 'ready 1')", "startup", "control character 0x1b"),
        ("greet(); until('turn'); os.abort()", "crash", "killed by SIGABRT"),
        ("greet(); until('turn'); sys.exit(0)", "crash", "exit status 0"),
        ("greet(); until('turn'); os.close(1); read()", "crash", "closed its standard output"),
        ("greet(); until('turn'); read()", "timeout", "no play or pass in"),
        ("greet(); until('turn'); print('play 2', end='', flush=True); read()", "timeout", "'play 2' came without a newline"),
        ("until('hello'); say('ready 1'); read(); read()", "timeout", "no ok in"),
        ("greet(); until('turn'); say('hm')", "malformed", "'hm' is no word"),
        ("greet(); until('turn'); say('play 2 R5 3')", "illegal", "R5 is not in the hand"),
        ("greet(); w = until('turn'); say(answer(w), answer(w)); until('quit')", "malformed", "out of turn"),
        ("greet(); w = until('turn'); say(answer(w)); until('turn'); say(answer(w)); until('quit')", "malformed", "turn 4 is open"),
        ("greet(); until('turn'); os.write(1, b'x' * 100000)", "flood", "a line of more than 4096 bytes"),
        ("greet(); until('turn'); os.write(1, b'note\\n' * 30000)", "flood", "bytes in one turn"),
        ("greet(); until('turn'); os.write(1, b'\\n' * 100000)", "flood", "bytes in one turn"),
    ],
)  # fmt: skip
def test_a_faulty_bot_loses_with_the_right_verdict(
    first: Program, script: Script, body: str, kind: str, why: str
) -> None:
    waits_for_start = kind == "startup" and "not ready" in why
    waits_for_ok = "no ok" in why
    time = TimeControl(
        move_ns=SHORT_NS if kind == "timeout" else LONG_NS,
        startup_ns=SHORT_NS * 2 if waits_for_start else LONG_NS,
        setup_ns=SHORT_NS if waits_for_ok else LONG_NS,
        grace_ns=SHORT_NS,
    )
    record = play(first, script(body), time)
    fault = record.result.fault
    assert fault
    assert (record.result.winner, fault.seat, fault.kind) == (0, 1, kind)
    assert why in fault.why
    assert record.transcript or kind == "startup"


@pytest.mark.parametrize("late_seat", [0, 1])
def test_time_to_start_is_that_of_each_bot_by_itself(script: Script, late_seat: int) -> None:
    limit_ns = 4 * SHORT_NS
    slow, late = (
        script(f"time.sleep({share * limit_ns / 1e9}); greet(); until('quit')", name)
        for share, name in ((0.7, "slow"), (1.4, "late"))
    )
    seated = (late, slow) if late_seat == 0 else (slow, late)
    with Match(seated) as match:
        record = match.play(order(time=replace(QUICK, startup_ns=limit_ns)))
    assert record.result.fault
    assert (record.result.fault.seat, record.result.fault.kind) == (late_seat, "startup")
    assert record.bots[1 - late_seat].name


def test_a_bot_that_drips_bytes_runs_out_of_time(first: Program, script: Script) -> None:
    body = """
greet(); words = until("turn")
for char in answer(words) + " " * 4000:
    os.write(1, char.encode()); time.sleep(0.01)
"""
    record = play(first, script(body))
    assert record.result.ending == "timeout"


def test_a_bot_that_ignores_quit_and_term_is_killed_with_its_children(first: Program, script: Script) -> None:
    body = """
signal.signal(signal.SIGTERM, signal.SIG_IGN)
if os.fork() == 0:
    os.setsid()
    os.close(1)
    while True: signal.pause()
greet(); until("turn"); say("pass 2")
while True: signal.pause()
"""
    record = play(first, script(body))
    assert record.result.ending == "illegal"


def test_the_honest_bot_goes_on_after_the_other_ones_fault(first: Program, script: Script) -> None:
    with Match((first, script("greet(); until('turn'); os.abort()"))) as match:
        records = [match.play(order(game=f"game-{number}")) for number in range(3)]
    assert [record.result.ending for record in records] == ["crash"] * 3
    assert all(record.result.winner == 0 for record in records)


def test_a_program_that_cannot_be_started_loses_by_its_start(first: Program, tmp_path: Path) -> None:
    broken = tmp_path / "no shebang"
    broken.write_text("")
    broken.chmod(0o755)
    record = play(first, Program("broken", (str(broken),), tmp_path))
    assert (record.result.ending, record.result.winner) == ("startup", 0)
    assert record.bots[1].key == "broken"


def test_a_fault_keeps_the_evidence(first: Program, script: Script) -> None:
    body = "greet(); until('turn'); print('Traceback: oh no', file=sys.stderr, flush=True); sys.exit(7)"
    record = play(first, script(body))
    process = record.processes[1]
    assert (process.seat, process.exit_status, process.stderr) == (1, 7, "Traceback: oh no\n")
    assert [line.way for line in record.transcript if line.seat == 1][:2] == [">", "<"]
    assert record.transcript[-1].text.startswith("result loss by=crash blame=you")


def test_a_full_pipe_of_standard_error_never_blocks_a_bot(first: Program, script: Script) -> None:
    body = "greet(); until('turn'); os.write(2, b'e' * 1000000); say('pass 2')"
    record = play(first, script(body), TimeControl(move_ns=LONG_NS))
    assert record.result.ending == "illegal"
    assert len(record.processes[1].stderr) <= 4096


def test_options_of_a_plan_are_set(first: Program, script: Script) -> None:
    body = """
until("hello"); say("option depth int 4 1 64", "option mood string calm", "ready 1")
one, two = read(), read()
read(); say("note " + " ".join(one + two), "ok"); until("turn"); say("pass 2")
"""
    made = script(body)
    program = Program(made.key, made.command, made.folder, options={"depth": "9", "mood": "wild and free"})
    record = play(first, program)
    texts = [line.text for line in record.transcript]
    assert "note set depth 9 set mood wild and free" in texts
    assert record.bots[1].options == {"depth": "9", "mood": "wild and free"}
