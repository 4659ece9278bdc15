from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from arbiter.cli import FAILED, OK, main
from arbiter.order import Order
from arbiter.referee import Referee
from arbiter.rules.cards import CLAN_CARDS, NAMES, parse_cards
from arbiter.rules.formations import strength
from arbiter.rules.state import State
from arbiter.rules.variants import rules_of
from arbiter.stress.brute import worth
from arbiter.stress.campaign import Campaign, Part
from arbiter.stress.cuts import a_line_a_read, renumbered_after
from arbiter.stress.deck import deal_of
from arbiter.stress.dialogue import Dialogue
from arbiter.stress.engine import EngineGame
from arbiter.stress.fuzzer import HONEST_GREETING, any_script, play_on
from arbiter.stress.grammar import Reading, read
from arbiter.stress.redeal import redealt
from arbiter.stress.rehearsal import rehearse
from arbiter.stress.script import Event, Script, dice, renumbered
from arbiter.verdicts import Fault, FaultKind, Verdict, forfeit
from protocol.codec import Malformed, decode_from_bot
from protocol.messages import Unknown
from tests.compiled import changes_code
from tests.transcripts import FOLDER, Transcript, perform


def test_a_small_stress_finds_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "findings"
    words = ["--dialogues", "40", "--games", "40", "--processes", "3", "--seed", "small", "--out", str(out)]
    assert main(["stress", *words]) == OK
    told = capsys.readouterr()
    assert "findings           0" in told.out
    assert "malformed" in told.out
    assert told.err == ""
    assert not out.exists()


def test_one_dialogue_of_a_seed_can_be_run_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stress", "--seed", "small", "--only", "7", "--out", str(tmp_path)]) == OK
    assert "dialogues          1" in capsys.readouterr().out
    assert main(["stress", "--seed", "small", "--only", "game:7", "--out", str(tmp_path)]) == OK
    assert "games              1" in capsys.readouterr().out


@pytest.mark.parametrize("words", [["--only", "bots:3"], ["--only", "x"], ["--games", "-1"]])
def test_what_cannot_be_stressed_is_a_mistake(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["stress", *words])
    assert stopped.value.code == 2
    assert "is no" in capsys.readouterr().err


def played(seed: str, number: int) -> Dialogue:
    random = dice(seed, Part.DIALOGUE, number)
    dialogue = Dialogue(any_script(f"dialogue-{number}", random), Random(random.random()))
    play_on(dialogue, random)
    return dialogue


def test_a_seed_makes_the_same_dialogues_again() -> None:
    for number in range(12):
        first, again, other = played("one", number), played("one", number), played("two", number)
        assert first.events == again.events
        assert first.speech.said == again.speech.said
        assert first.events != other.events


def test_a_seed_makes_the_same_games_again() -> None:
    first, again = EngineGame.numbered("one", 5), EngineGame.numbered("one", 5)
    first.play()
    again.play()
    assert first.lines == again.lines
    assert first.order == again.order


def grants_whatever_is_not_complete(patch: pytest.MonkeyPatch) -> None:
    for place in ("arbiter.rules.state", "arbiter.rules.proof"):
        patch.setattr(f"{place}.completion_above", lambda *claim: 0)


def keeps_a_card_that_is_owed(patch: pytest.MonkeyPatch) -> None:
    give_back = State.give_back
    patch.setattr(State, "give_back", lambda state, cards: give_back(state, cards[1:]))


def loses_a_card_that_is_moved(patch: pytest.MonkeyPatch) -> None:
    remove = State.remove

    def careless(state: State, seat: int, card: int, stone: int) -> None:
        remove(state, seat, card, stone)
        state.sides[seat * 9 + stone] &= state.sides[seat * 9 + stone] - 1

    patch.setattr(State, "remove", careless)


def blames_the_other_seat(patch: pytest.MonkeyPatch) -> None:
    def wrong(fault: Fault, stones: tuple[int, int]) -> Verdict:
        return forfeit(replace(fault, seat=fault.seat ^ (fault.kind == FaultKind.MALFORMED)), stones)

    patch.setattr("arbiter.referee.forfeit", wrong)


def tells_the_hand_of_the_other_seat(patch: pytest.MonkeyPatch) -> None:
    illegal = Referee._illegal

    def talkative(referee: Referee, seat: int, line: bytes, why: str) -> None:
        illegal(referee, seat, line, f"{why}, and the opponent has {NAMES[referee.state.hands[1 - seat][0]]}")

    patch.setattr(Referee, "_illegal", talkative)


def stumbles_over_a_word(patch: pytest.MonkeyPatch) -> None:
    hear = Referee.hear

    def careless(referee: Referee, seat: int, line: bytes, at_ns: int, wall_ns: int, cpu_ns: int) -> None:
        if b" banshee " in line and referee.asked >> seat & 1:
            raise KeyError("banshee")
        hear(referee, seat, line, at_ns, wall_ns, cpu_ns)

    patch.setattr(Referee, "hear", careless)


@changes_code
@pytest.mark.parametrize(
    ("plant", "part", "numbers", "kind", "most"),
    [
        (grants_whatever_is_not_complete, Part.DIALOGUE, range(40), "a granted claim is beaten", 7),
        (grants_whatever_is_not_complete, Part.GAME, range(5), "a granted claim is beaten", 7),
        (keeps_a_card_that_is_owed, Part.GAME, range(60), "a return goes astray", 8),
        (loses_a_card_that_is_moved, Part.GAME, range(60), "cards are lost or doubled", 8),
        (blames_the_other_seat, Part.DIALOGUE, range(10), "a fault of another kind", 3),
        (tells_the_hand_of_the_other_seat, Part.DIALOGUE, range(60), "a seat is told what depends on hidden cards", 1),
        (stumbles_over_a_word, Part.DIALOGUE, range(100), "KeyError raised in careless", 4),
    ],
)
def test_a_planted_bug_is_found_and_shrunk_to_a_transcript(
    plant: Callable[[pytest.MonkeyPatch], None],
    part: Part,
    numbers: range,
    kind: str,
    most: int,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    plant(monkeypatch)
    campaign = Campaign("planted", tmp_path)
    for _ in campaign.run(part, numbers):
        if kind in campaign.found:
            break
    found = campaign.found[kind]
    assert found.again.startswith(f"reiver stress --seed planted --only {part}:")
    assert found.path
    assert found.path.read_text().startswith(f"# {kind}: ")
    transcript = Transcript.read(found.path)
    replies = [line for _, way, line in transcript.lines if way == "<" and line.startswith(("play", "pass", "return"))]
    assert len(replies) <= most
    if "raised" not in kind:
        assert list(perform(transcript)) == transcript.lines


@changes_code
def test_a_finding_is_exit_status_1(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    blames_the_other_seat(monkeypatch)
    words = ["--dialogues", "5", "--games", "0", "--processes", "0", "--seed", "planted", "--out", str(tmp_path)]
    assert main(["stress", *words]) == FAILED
    told = capsys.readouterr().out
    (path,) = tmp_path.iterdir()
    assert str(path) in told
    assert "a fault of another kind" in told


def test_the_grammar_and_the_codec_agree_on_every_line_of_the_transcripts() -> None:
    for path in FOLDER.glob("*.txt"):
        for _, way, line in Transcript.read(path).lines:
            if way == "<":
                message = decode_from_bot(line.encode("latin-1"))
                reading = read(line.encode("latin-1"))
                assert (reading is Reading.MALFORMED) == isinstance(message, Malformed), line
                assert (reading is Reading.UNKNOWN) == isinstance(message, Unknown), line


def test_the_worth_of_a_side_is_its_strength() -> None:
    random = Random(1)
    for _ in range(300):
        terms = random.randrange(8)
        side = sum(1 << card for card in random.sample([*CLAN_CARDS, 54, 56, 57], 4 if terms & 2 else 3))
        rank, total = worth(side, terms)
        assert strength(side, terms) == rank * 64 + total


def test_turns_are_renumbered_and_other_lines_are_left_alone() -> None:
    assert renumbered(b"play 12 R5 3 claim all", -4) == b"play 8 R5 3 claim all"
    assert renumbered(b"  return 3 R5", -2) == b"  return 1 R5"
    for line in (b"note 12", b"play R5 3", b"play 1x R5", b"info depth 3"):
        assert renumbered(line, -4) == line


def test_a_cut_renumbers_what_follows_by_the_turns_that_are_gone() -> None:
    lines = [b"play 1 R5 1\n", b"note x\n", b"play 2 B1 9\n", b"play 3 O5 1\n"]
    events = [Event(place % 2, line) for place, line in enumerate(lines)]
    assert [event.data for event in renumbered_after(events, 0, 3)] == [b"play 1 O5 1\n"]


def script_of(*lines: tuple[int, bytes], variant: str = "base") -> Script:
    deal = deal_of(CLAN_CARDS, ())
    order = Order("game", rules_of(variant), deal, seeds=(1, 2))
    return Script(order, 0, HONEST_GREETING, tuple(Event(seat, line) for seat, line in lines))


def test_reads_are_taken_apart_to_lines() -> None:
    script = a_line_a_read(script_of((0, b"o"), (1, b"ok\n"), (0, b"k\nplay 1"), (0, b" R1 1\n\n")))
    assert [(event.seat, event.data) for event in script.events] == [(1, b"ok\n"), (0, b"ok\n"), (0, b"play 1 R1 1\n")]


def test_a_new_deal_gives_each_seat_the_cards_that_it_plays() -> None:
    script = redealt(script_of((0, b"play 1 P9 1\n"), (1, b"play 2 G9 1\n"), (0, b"play 3 P8 1\n")))
    assert [NAMES[card] for card in script.order.deal.clan[:3]] == ["P9", "G9", "P8"]
    assert sorted(script.order.deal.clan) == list(CLAN_CARDS)


def test_a_script_whose_honest_seat_is_not_honest_shows_nothing() -> None:
    finding, _ = rehearse(script_of((0, b"ok\n"), (1, b"ok\n"), (0, b"play 1 R1 1\n"), (1, b"play 2 R1 1\n")))
    assert finding is None


def test_a_fault_at_the_set_up_of_the_second_seat_verifies() -> None:
    finding, _ = rehearse(replace(script_of((1, b"ok ok\n")), fuzzed=1))
    assert finding is None


def test_a_long_illegal_line_whose_claims_were_granted_verifies() -> None:
    transcript = Transcript.read(FOLDER / "expert.txt")
    lines = [(seat, line.encode()) for seat, way, line in transcript.lines if way == "<"]
    said = [(seat, line) for seat, line in lines if line.startswith((b"ok", b"play"))]
    said[-1] = (0, b"play 7 G1 1" + b" " * 300 + b"claim all")
    script = script_of(*((seat, line + b"\n") for seat, line in said), variant="expert")
    order = replace(script.order, deal=transcript.order().deal)
    finding, taken = rehearse(replace(script, order=order))
    assert finding is None
    assert taken == len(said)


def test_the_column_of_a_stale_number_counts_the_spaces_before_it() -> None:
    referee = Referee(script_of().order, 0)
    referee.open()
    for seat in (0, 1):
        referee.hear(seat, b"ok", 0, 0, 0)
    referee.hear(0, b"   play  9 R1 1", 0, 0, 0)
    assert referee.verdict
    assert referee.verdict.fault
    assert (referee.verdict.fault.kind, referee.verdict.fault.column) == (FaultKind.MALFORMED, 10)


def test_hidden_cards_are_those_that_a_seat_has_not_seen() -> None:
    script = script_of((0, b"ok\n"), (1, b"ok\n"), (0, b"play 1 R1 1\n"))
    dialogue = Dialogue(script, Random(1))
    for event in script.events:
        dialogue.take(event)
    assert len(dialogue.hidden_from(0)) == 54 - 7
    assert len(dialogue.hidden_from(1)) == 54 - 7
    assert not {card for card in dialogue.hidden_from(1) if parse_cards(["R1"]) >> card & 1}
