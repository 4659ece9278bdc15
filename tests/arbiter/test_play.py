"""A person against a bot: what is shown, what is understood, and what is explained."""

import io
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from arbiter.cli import MISTAKE, OK, main
from arbiter.kit.check.house import House
from arbiter.kit.hints import hints
from arbiter.kit.menu import menu, ordered
from arbiter.kit.person import LeftError, Person
from arbiter.kit.sitting import sit
from arbiter.record import decode
from arbiter.referee import Referee
from arbiter.replay import verify
from arbiter.rules.notation import format_play
from arbiter.rules.variants import VARIANTS
from tests.games import order
from tests.processes import Processes
from tests.timeouts import TIMEOUT
from tournaments.console import print_parts
from tournaments.journal import Journal

ROOT = Path(__file__).parents[2]
BROKEN = Path(__file__).parent / "broken"
DEAL = "R7 G1 R8 G2 R9 Y3 O1 Y4 O2 P6 O3 P8 B1 B2"


class Evening:
    """A game of a person against the house; `typed` answers the prompts, `text` is all that was shown."""

    def __init__(self, variant: str = "base", seat: int = 0, tactics: str = "", is_open: bool = False) -> None:
        self.referee = Referee(order(variant, clan=DEAL, tactics=tactics), 0)
        self.prompts: list[str] = []
        self._out = io.StringIO()
        self._seat = seat
        self._person = Person(seat, "house", self._say, self._read, is_open)
        self._answer: Callable[[str], str | None] = lambda prompt: None

    @property
    def text(self) -> str:
        return self._out.getvalue()

    def play(self, answer: Callable[[str], str | None], house: House | None = None) -> None:
        self._answer = answer
        house = house or House(1 - self._seat, Random(1))
        sit(self.referee, (self._person, house) if self._seat == 0 else (house, self._person))

    def type(self, *lines: str) -> str:
        """Type lines, leave, and return what was shown."""
        typed: Iterator[str] = iter(lines)
        with pytest.raises(LeftError):
            self.play(lambda prompt: next(typed, None))
        return self.text

    def _say(self, *parts: object) -> None:
        print_parts(parts, self._out)  # type: ignore[arg-type]

    def _read(self, prompt: str) -> str | None:
        self.prompts.append(prompt)
        return self._answer(prompt)


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_game_of_every_variant_can_be_played_to_its_end(variant: str, seat: int) -> None:
    evening = Evening(variant, seat, tactics="recruiter")
    random = Random(f"{variant} {seat}")
    state = evening.referee.state

    def answer(prompt: str) -> str:
        if prompt.startswith("cards"):
            return " ".join(evening.text.rsplit("you may give: ", 1)[1].split()[: state.owed])
        plays = [format_play(play, state) for play in state.legal_plays()]
        play = next((play for play in plays if play.startswith("recruiter")), random.choice(plays))
        return f"{play} claim all" + (" draw tactics" if state.rules.tactics and play != "pass" else "")

    evening.play(answer)
    verdict = evening.referee.verdict
    assert verdict
    assert verdict.fault is None
    assert ("cards to give back" in " ".join(evening.prompts)) == ("tactics" in variant)


def test_plays_are_numbered_by_card_and_stone() -> None:
    text = Evening().type()
    assert "turn 1, yours\n" in text
    assert "\non stone  1  2  3  4  5  6  7  8  9\nO1        1  2  3  4  5  6  7  8  9\nO2       10 11 12 " in text
    assert "\nhand  O1 O2 O3 R7 R8 R9\n" in text


def test_a_number_means_its_play_and_words_may_follow() -> None:
    evening = Evening()
    evening.type("12 claim 3")
    assert evening.referee.turns[0].reply == "play 1 O2 3 claim 3"


@pytest.mark.parametrize("typed", ["r7 3", "R7 3", "  r7   3 ", "R7 3 "])
def test_a_play_is_typed_in_any_case(typed: str) -> None:
    evening = Evening()
    evening.type(typed)
    assert evening.referee.turns[0].reply == "play 1 R7 3"


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("G1 3", "the card G1 is not in the hand"),
        ("R7 12", "'12' is not expected there; expected: a stone (1 to 9)"),
        ("hello", "'hello' is not expected there; expected: a card to play, such as R5"),
        ("99", "'99' is not expected there"),
        ("R7", "the line ends too early; expected: a stone (1 to 9)"),
        ("pass", "a clan card can be played, so passing is not allowed"),
        ("R7 3 draw tactics", "the variant base has no tactics deck to draw from"),
        ("\x1b[31mR7 3", "is not expected there"),
        ("why", "type: why 3"),
    ],
)
def test_what_is_no_legal_play_is_explained_and_asked_again(typed: str, said: str) -> None:
    evening = Evening()
    assert said in evening.type(typed)
    assert len(evening.prompts) == 2
    assert evening.referee.verdict is None
    assert "\x1b" not in evening.text


def test_a_refused_claim_is_explained_by_the_cards_that_beat_it() -> None:
    evening = Evening()
    typed = iter(["O1 4", "O2 4", "R7 4 claim 4,5", None])
    house = House(1, Random(0), claims=False)
    with pytest.raises(LeftError):
        evening.play(lambda prompt: next(typed), house)
    assert "\nstone 4: refused: sum of 10; with " in evening.text
    assert "\nstone 5: refused: " in evening.text


def test_a_granted_claim_and_one_that_was_forgotten_are_told() -> None:
    claimed, forgotten = Evening(), Evening()
    assert "\nstone 9: granted: colour-run of 24" in claimed.type("R7 9", "R8 9", "R9 9 claim all")
    assert "\nyou could have claimed 9: add 'claim all'" in forgotten.type("R7 9", "R8 9", "R9 9")


def test_in_the_expert_variants_a_stone_that_is_claimed_is_closed_to_the_play() -> None:
    evening = Evening("expert")
    text = evening.type("R7 9", "R8 9", "R9 9", "O1 9 claim 9", "O1 1 claim 9")
    assert "stone 9 is already claimed" in text
    assert "\nstone 9: granted: colour-run of 24" in text
    assert "you could have claimed" not in text


def test_questions_are_answered_and_cost_no_turn() -> None:
    evening = Evening()
    text = evening.type("help", "?", "hint", "why 3", "board", "plays", "R7 1")
    assert "Claims are settled after the play." in text
    assert "\nR9 1: makes colour-run of 24 with R7 R8 of your hand\n" in text
    assert "\nstone 3: refused: 3 cards missing on your side" in text
    assert text.count("\non stone ") == 3
    assert len(evening.referee.turns) == 2


def test_the_help_of_an_expert_variant_says_when_claims_are_settled() -> None:
    assert "Claims are settled before the play." in Evening("expert").type("help")


def test_an_open_hand_is_shown_only_if_asked_for() -> None:
    assert "\nhouse's hand  G1 G2 Y3 Y4 P6 P8\n" in Evening(is_open=True).type()
    assert "house's hand" not in Evening().type()


def test_wrong_cards_for_a_recruiter_are_asked_again() -> None:
    evening = Evening("tactics", tactics="recruiter")
    text = evening.type("R7 1 draw tactics", "recruiter 3+0 claim all", "R8", "R8 X9", "P8 R8", "R8,R9")
    assert "the recruiter puts 2 back, not 1" in text
    assert "'x9' is no card" in text
    assert "the card P8 is not in the hand" in text
    assert evening.referee.turns[3].reply == "return 3 R8,R9"


def test_a_hint_uses_no_card_that_is_hidden() -> None:
    first, second = (Referee(order(clan=DEAL + rest), 0).state for rest in (" P1 P2 P3", " P3 P9 P1"))
    second.hands[1][0], second.hands[1][1] = second.hands[1][1], second.hands[1][0]
    assert list(hints(first)) == list(hints(second))


def test_the_menu_lists_plays_without_a_stone_below_the_grid() -> None:
    plays = ordered(["strategist R5 discard", "recruiter 2+1", "R5 3", "B1 3", "traitor G7 4", "banshee G7", "pass"])
    out = io.StringIO()
    print_parts([menu(plays)], out)
    assert plays[:2] == ["B1 3", "R5 3"]
    assert "3 banshee G7, 4 pass, 5 recruiter 2+1, 6 strategist R5 discard" in out.getvalue()


def play(words: list[str], typed: str, monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    return main(["play", *words])


def test_a_game_is_kept_in_a_journal_that_can_keep_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(tmp_path / "mine.journal")
    typed = "1 claim all\n" * 60
    for _ in range(2):
        assert play(["bots:first", "--journal", path], typed, monkeypatch) == OK
    out = capsys.readouterr().out
    assert f"kept: reiver show {path} base/1/first:you/2\n" in out
    assert f"kept: reiver show {path} base/2/first:you/2\n" in out
    with Journal(Path(path)) as journal:
        records = [decode(text) for text in journal.records()]
    assert [record.bots[0].key for record in records] == ["you", "you"]
    assert all(verify(record) == [] for record in records)
    assert main(["verify", path]) == OK


def test_the_end_is_told_and_a_seed_deals_the_same_cards(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    outs = []
    for _ in range(2):
        assert play(["bots:first", "--seed", "s", "--seat", "second"], "1 claim all\n" * 60, monkeypatch) == OK
        outs.append(capsys.readouterr().out)
    assert outs[0] == outs[1]
    assert outs[0].startswith("you against first: base, second seat, seed s\n\nfirst: ")
    assert outs[0].splitlines()[-1].startswith(("you win by ", "you lose by ", "nobody wins by "))


@pytest.mark.parametrize("typed", ["", "quit\n", "R1", "help\nexit\n"])
def test_leaving_ends_the_game_and_keeps_nothing(
    typed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.journal"
    assert play(["bots:first", "--journal", str(path)], typed, monkeypatch) == OK
    assert capsys.readouterr().out.endswith("you have left; the game does not count\n")
    with Journal(path) as journal:
        assert journal.count() == 0


def test_a_bot_that_breaks_down_loses(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    bot = f"python3 -BS {BROKEN / 'prints_its_thoughts.py'}"
    assert play([bot, "--move-ms", "20000"], "1\n", monkeypatch) == OK
    assert "you win by malformed: 'thinking' is no word of the protocol" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("bot", "said"),
    [
        ("bots:nobody", "no bundled bot 'nobody'"),
        ("python3 -c pass", "the bot ended before it was ready: exit status 0"),
    ],
)
def test_a_bot_that_cannot_be_played_against_is_a_mistake(
    bot: str, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert play([bot], "", monkeypatch) == MISTAKE
    captured = capsys.readouterr()
    assert said in captured.err
    assert captured.err.count("\n") == 1


def test_a_pipe_drives_it_and_nothing_is_left() -> None:
    pipes = {"stdin": -1, "stdout": -1, "stderr": -1, "text": True, "cwd": ROOT}
    command = [sys.executable, "-m", "arbiter", "play", "bots:first", "--variant", "tactics", "--seed", "1"]
    with Processes() as processes:
        started = processes.start(command, {**os.environ, "PYTHONPATH": str(ROOT)}, **pipes)
        out, err = started.communicate("?\n1 claim all\nquit\n", timeout=TIMEOUT)
    assert (started.returncode, err) == (OK, "")
    assert "your play (help, ?, quit)> 1 claim all\n" in out
    assert out.endswith("you have left; the game does not count\n")
