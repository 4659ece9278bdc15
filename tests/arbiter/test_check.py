"""The check of a bot: it finds what is wrong, says why, and finds nothing where nothing is wrong."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from arbiter.cli import FAILED, MISTAKE, OK, main
from arbiter.control import MS, TimeControl
from arbiter.kit.check.checkup import Checkup, examine
from arbiter.kit.check.disguises import with_carriage_returns, with_news, with_result
from arbiter.kit.check.examiner import Examiner
from arbiter.kit.check.finding import Finding, Outcome, Trouble
from arbiter.kit.check.house import House, order_of_check
from arbiter.kit.check.report import summary
from arbiter.kit.check.subject import Subject, Tally
from arbiter.process import Program
from arbiter.rules.variants import VARIANTS, rules_of
from protocol.messages import Result
from tests.timeouts import SCALE, TIMEOUT
from tournaments.bundle import bundle

BROKEN = Path(__file__).parent / "broken"
LONG_NS, SHORT_NS = int(TIMEOUT * 1000) * MS, int(1500 * SCALE) * MS
PATIENT = {"move_ns": LONG_NS, "startup_ns": LONG_NS, "setup_ns": LONG_NS, "grace_ns": LONG_NS}

FAULTS: dict[str, tuple[set[str], str]] = {
    "never_flushes": ({"start-up"}, "standard output is not flushed after each line"),
    "forgets_ok": ({"base"}, "the bot has no answer to a line that starts with 'game'"),
    "prints_its_thoughts": ({"base"}, "is this a debug print?"),
    "counts_turns_itself": ({"base"}, "does the bot count turns by itself?"),
    "answers_twice": ({"base"}, "answered twice"),
    "plays_on_full_stones": ({"base"}, "three make it full"),
    "is_too_slow": ({"base"}, "still computing"),
    "crashes_on_tactics_cards": ({"tactics"}, "ValueError: invalid literal for int()"),
    "gives_back_what_it_drew_first": ({"recruiter"}, "'give' says how many cards go back"),
    "breaks_on_unknown_fields": ({"unknown fields and words"}, "it has to ignore them"),
    "breaks_on_carriage_returns": ({"CR LF"}, "is the '\\r' taken for a part of the last word?"),
    "remembers_the_last_game": ({"games in one process"}, "forget all that came before"),
    "ignores_mud": ({"mud and blind"}, "A stone in 'mud' has room for four cards on each side"),
    "counts_four_under_any_mud": (
        {"full sides", "empty decks", "mud and blind", "jokers and ruses"},
        "three make it full, four where 'mud' lists the stone",
    ),
    "expects_the_usual_settings": ({"settings"}, "'game' tells what is different"),
    "claims_by_guess": ({"settings"}, "with strict=yes claim only what is proven"),
    "believes_in_a_lead_of_one": ({"settings"}, "'lead' in the line 'game' is 0 or 1"),
    "always_gives_two_back": ({"returns"}, "'give' and 'drew' may be less than usual"),
    "expects_a_winner": ({"draw and void"}, "'result' needs no answer, whatever it says"),
    "ignores_quit": ({"quit"}, "leave the loop at 'quit'"),
    "stays_after_its_input": ({"end of input"}, "leave the loop then"),
    "ignores_term": ({"TERM"}, "the signal is ignored"),
}
HURRIED = {
    "never_flushes": "startup_ns",
    "breaks_on_carriage_returns": "startup_ns",
    "forgets_ok": "setup_ns",
    "is_too_slow": "move_ns",
    "ignores_quit": "grace_ns",
    "stays_after_its_input": "grace_ns",
    "ignores_term": "grace_ns",
}


def checked(program: Program, limits: dict[str, int], variants: tuple[str, ...] = VARIANTS) -> Checkup:
    return examine(Examiner(program, TimeControl(**limits), [rules_of(name) for name in variants]), lambda name: None)


def broken(name: str) -> Program:
    return Program(name, (sys.executable, "-BS", str(BROKEN / f"{name}.py")), BROKEN)


def outcomes(checkup: Checkup) -> dict[str, Outcome]:
    return {finding.check: finding.outcome for finding in checkup.findings}


@pytest.mark.parametrize("name", FAULTS)
def test_a_seeded_fault_is_found_and_nothing_else(name: str) -> None:
    limits = PATIENT | ({HURRIED[name]: SHORT_NS} if name in HURRIED else {})
    checkup = checked(broken(name), limits, ("base", "tactics"))
    failing, cause = FAULTS[name]
    assert {finding.check for finding in checkup.troubles} == failing
    trouble = checkup.troubles[0].trouble
    assert trouble
    assert cause in trouble.cause
    assert not checkup.has_passed


def test_there_is_a_test_for_every_broken_bot() -> None:
    assert {path.stem for path in BROKEN.glob("*.py")} - {"sound"} == set(FAULTS)


def test_what_the_broken_bots_are_made_of_is_sound() -> None:
    assert set(outcomes(checked(broken("sound"), PATIENT)).values()) == {Outcome.PASSED}


@pytest.mark.parametrize("name", bundle().bots)
def test_a_bundled_bot_passes(name: str) -> None:
    bots = bundle()
    program = Program(name, bots.command(name), bots.folder(name), {"PYTHONPATH": str(bots.root.parent)})
    checkup = checked(program, PATIENT | {"move_ns": SHORT_NS})
    assert checkup.troubles == []
    unused = {check for check, outcome in outcomes(checkup).items() if outcome is not Outcome.PASSED}
    assert unused <= {"recruiter", "returns"}


def test_a_trouble_says_what_was_sent_what_came_and_what_was_allowed() -> None:
    (finding,) = checked(broken("plays_on_full_stones"), PATIENT, ("base",)).troubles
    trouble = finding.trouble
    assert trouble
    assert finding.detail == "first seat: stone 1 is full on that side"
    assert trouble.sent[-1].startswith("turn 7 hand=")
    assert trouble.came[0].startswith("play 7 ")
    assert trouble.allowed.startswith("play or pass; legal: ")


def test_checks_that_build_on_a_failed_one_are_not_run() -> None:
    checkup = checked(broken("never_flushes"), PATIENT | {"startup_ns": SHORT_NS})
    assert set(outcomes(checkup).values()) == {Outcome.FAILED, Outcome.SKIPPED}
    checkup = checked(broken("forgets_ok"), PATIENT | {"setup_ns": SHORT_NS})
    found = outcomes(checkup)
    assert found["quit"] is Outcome.PASSED
    assert found["expert"] is found["CR LF"] is Outcome.SKIPPED


Script = Callable[..., Program]

SINS = {
    "sleeps": ("greet(); until('turn'); time.sleep(3600)", "sleeps: it waits for something other than its input"),
    "does not read": ("say('name X', 'ready 1'); time.sleep(3600)", "lie unread in its standard input"),
    "forgets the newline": (
        "greet(); sys.stdout.write(answer(until('turn'))); sys.stdout.flush(); until('never')",
        "a line ends with a newline",
    ),
    "keeps back its input": ("greet(); sys.stdin.read(); say('ok')", "or its runtime keeps back the input"),
    "is stopped": ("greet(); until('turn'); os.kill(os.getpid(), signal.SIGSTOP)", "the process is stopped"),
    "ends": ("greet(); until('turn'); sys.exit(3)", "the process ended, exit status 3, and nothing on standard error"),
    "closes its output": ("greet(); until('turn'); os.close(1); time.sleep(3600)", "standard output was closed"),
    "flushes half a line": (
        "greet(); text = answer(until('turn')); print(text[:6], end='', flush=True); print(text[6:]); until('never')",
        "came only when its input was closed",
    ),
    "floods a line": (
        "greet(); until('turn'); sys.stdout.write('x' * 9000); sys.stdout.flush(); until('never')",
        "something floods standard output",
    ),
    "floods its output": (
        "greet(); until('turn')\nwhile True: say('note ' + 'x' * 100)",
        "something floods standard output",
    ),
    "speaks in colours": (
        "greet(); print('\\x1b[1m' + answer(until('turn')), flush=True); until('never')",
        "write plain ASCII",
    ),
    "starts with a byte order mark": (
        "greet(); words = until('turn'); os.write(1, b'\\xef\\xbb\\xbf' + answer(words).encode() + b'\\n'); until('never')",
        "byte order mark",
    ),
}


@pytest.mark.parametrize("sin", SINS)
def test_a_bot_that_does_not_answer_is_looked_at(script: Script, sin: str) -> None:
    body, cause = SINS[sin]
    trouble = trouble_of(script(body))
    assert cause in trouble.cause


def trouble_of(program: Program) -> Trouble:
    control = TimeControl(**PATIENT | {"move_ns": SHORT_NS, "setup_ns": SHORT_NS, "grace_ns": SHORT_NS})
    with Subject(program, control, Tally()) as subject:
        assert subject.greet() is None
        _, trouble = subject.play(order_of_check(rules_of("base"), 1, control), House(1, Random(1)))
    assert trouble
    return trouble


@pytest.mark.parametrize("word", ["name x", "note x", "who knows"])
def test_a_bot_that_never_ends_its_greeting_is_stopped(script: Script, word: str) -> None:
    program = script(f"while True: say({word!r})")
    with Subject(program, TimeControl(**PATIENT), Tally()) as subject:
        trouble = subject.greet()
    assert trouble
    assert "floods" in trouble.cause or "before 'ready' a bot says who it is" in trouble.cause


def test_unknown_fields_and_messages_stand_where_a_bot_may_stumble() -> None:
    lines = with_news("turn 3 hand=R5 1=-/- deck=40+0\n").splitlines()
    assert lines[:2] == ["weather fine", "forecast 3 sky=blue sea=calm"]
    assert lines[2] == "turn 3 beforehand=P9 hand=R5 moon=1/2 1=-/- deck=40+0 mood=a=b"
    result = with_news("result win by=stones blame=none why=five stones\n")
    assert result == "result win beforehand=P9 by=stones moon=1/2 blame=none mood=a=b why=five stones\n"
    assert with_news("opponent 2 pass\nquit\n") == "opponent 2 pass\nquit\n"
    assert with_carriage_returns("ok\nquit\n") == "ok\r\nquit\r\n"


def test_a_result_is_told_instead_of_the_real_one() -> None:
    told = with_result(Result("void", "void", "none", (1, 0), (0, 0), "a power cut"))
    assert told("turn 1 hand=R5\n") == "turn 1 hand=R5\n"
    lines = "opponent 2 pass\nresult win by=crash blame=opponent stones=1/0 points=5/0 why=gone\n"
    assert told(lines) == "opponent 2 pass\nresult void by=void blame=none stones=1/0 points=0/0 why=a power cut\n"


def test_the_house_plays_legally_in_every_variant() -> None:
    from arbiter.kit.sitting import sit
    from arbiter.referee import Referee

    for variant in VARIANTS:
        referee = Referee(order_of_check(rules_of(variant), 1, TimeControl()), 0)
        sit(referee, [House(0, Random(1)), House(1, Random(2))])
        assert referee.verdict
        assert referee.verdict.fault is None


def test_the_summary_counts_outcomes() -> None:
    findings = (Finding("a", Outcome.PASSED), Finding("b", Outcome.FAILED), Finding("c", Outcome.PASSED))
    assert summary(Checkup("x", ("x",), findings)) == "x: 2 passed, 1 failed"


def test_the_command_prints_a_table_and_the_trouble(capsys: pytest.CaptureFixture[str]) -> None:
    words = f"{sys.executable} -BS {BROKEN / 'forgets_ok.py'}"
    status = main(["check", words, "--variant", "base", "--startup-ms", str(SHORT_NS // MS)])
    out = capsys.readouterr().out
    assert status == FAILED
    assert out.startswith("check                     outcome  detail\nstart-up                  passed   ready in ")
    assert f"\nbase: first seat: no ok in {SHORT_NS // MS} ms\n  sent     game id=" in out
    assert "\n  came     nothing\n  allowed  ok\n  cause    nothing arrived, yet" in out
    assert all(line == line.rstrip() for line in out.splitlines())


def test_the_command_prints_json(capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["check", "bots:first", "--variant", "base", "--json"])
    told = json.loads(capsys.readouterr().out)
    assert (status, told["passed"], told["bot"]) == (OK, True, "first")
    assert told["checks"][0]["check"] == "start-up"
    assert {check["outcome"] for check in told["checks"]} == {"passed", "not run"}


@pytest.mark.parametrize(
    "words", [["no-such-program"], ["bots:first", "--move-ms", "0"], ["bots:first", "--startup-ms", "-3"]]
)
def test_a_mistake_of_the_operator_is_one_line(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", *words]) == MISTAKE
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
