from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbiter.control import MS, TimeControl
from arbiter.order import Order
from arbiter.record import TurnRecord
from arbiter.referee import NOTES, UNKNOWN_WORDS, Referee
from arbiter.rules.cards import NAMES
from arbiter.rules.notation import format_play
from arbiter.rules.variants import VARIANTS
from arbiter.rules.view import view
from arbiter.verdicts import FaultKind
from protocol.codec import decode_from_arbiter
from protocol.messages import GiveBack, Turn
from tests.games import order

DEAL = "R5 B1 O5 B2 Y5 P3 G1 P4 G2 P6 G3 P8"


def started(of: Order) -> Referee:
    referee = Referee(of, 0)
    referee.open()
    say(referee, 0, "ok")
    say(referee, 1, "ok")
    return referee


def say(referee: Referee, seat: int, line: str, wall_ms: float = 1) -> None:
    referee.hear(seat, line.encode("latin-1"), 0, int(wall_ms * MS), 0)


def heard(referee: Referee, seat: int) -> list[str]:
    """What was sent to a seat since the last call, as lines."""
    return [line for who, text in referee.take_sends() if who == seat for line in text.splitlines()]


@pytest.fixture
def referee() -> Referee:
    return started(order(clan=DEAL))


def test_the_game_starts_when_both_bots_are_ok() -> None:
    referee = Referee(order(clan=DEAL), 0)
    referee.open()
    assert referee.asked == 0b11
    say(referee, 1, "ok")
    assert referee.asked == 0b01
    say(referee, 0, "ok")
    assert heard(referee, 0)[-1].startswith("turn 1 hand=G1,G2,G3,R5,O5,Y5 ")


def test_late_move_forfeits_even_if_legal(referee: Referee) -> None:
    say(referee, 0, "play 1 R5 1", wall_ms=1020.5)
    assert referee.verdict
    assert (referee.verdict.ending, referee.verdict.winner) == ("timeout", 1)


def test_a_move_within_the_margin_is_in_time(referee: Referee) -> None:
    say(referee, 0, "play 1 R5 1", wall_ms=1019.5)
    assert referee.verdict is None


@pytest.mark.parametrize(
    ("line", "kind", "why"),
    [
        ("play 1 R6 1", FaultKind.ILLEGAL, "the card R6 is not in the hand"),
        ("play 1 joker 1", FaultKind.ILLEGAL, "the card joker is not in the hand"),
        ("pass 1", FaultKind.ILLEGAL, "a clan card can be played"),
        ("play 1 R5 1 draw tactics", FaultKind.ILLEGAL, "no tactics deck"),
        ("play 2 R5 1", FaultKind.MALFORMED, "turn 1 is open, not 2"),
        ("play 1 R5", FaultKind.MALFORMED, "ends too early"),
        ("R5 1", FaultKind.MALFORMED, "'R5' is no word of the protocol"),
        ("ok", FaultKind.MALFORMED, "out of turn: ok"),
        ("return 1 R5,G1", FaultKind.MALFORMED, "out of turn: return"),
        ("play 1 R5 1\0", FaultKind.MALFORMED, "a NUL stands in the line"),
        ("pläy 1 R5 1", FaultKind.MALFORMED, "is not ASCII"),
    ],
)
def test_a_wrong_answer_loses_with_its_reason(referee: Referee, line: str, kind: FaultKind, why: str) -> None:
    say(referee, 0, line)
    assert referee.verdict
    assert referee.verdict.fault
    fault = referee.verdict.fault
    assert (fault.seat, fault.kind, referee.verdict.winner, referee.verdict.points) == (0, kind, 1, (0, 5))
    assert why in fault.why
    assert "R5 1" in fault.legal
    assert len(fault.legal) == 54


def test_a_full_stone_is_named(referee: Referee) -> None:
    for number, line in enumerate(["R5 1", "B1 9", "O5 1", "B2 9", "Y5 1", "P3 9", "G1 1"], 1):
        say(referee, (number - 1) % 2, f"play {number} {line}")
    assert referee.verdict
    assert referee.verdict.why == "stone 1 is full on that side"


def test_an_answer_out_of_turn_is_judged_when_that_seat_is_asked(referee: Referee) -> None:
    say(referee, 1, "play 2 B1 1")
    assert referee.verdict is None
    assert referee.has_failed(1)
    say(referee, 0, "play 1 R5 1")
    assert referee.verdict
    assert referee.verdict.fault
    assert (referee.verdict.fault.seat, referee.verdict.ending) == (1, "malformed")


def test_a_bot_that_is_gone_off_turn_still_loses_to_a_winning_answer_by_the_rules() -> None:
    clan = "R7 O1 R8 Y1 R9 P2 G7 O3 G8 Y4 G9 P5 B7 O6 B8 Y6 B9 P1"
    referee = started(order(clan=clan))
    first = ["R7 4", "R8 4", "R9 4", "G7 5", "G8 5", "G9 5", "B7 6", "B8 6", "B9 6"]
    second = ["O1 1", "Y1 1", "P2 1", "O3 2", "Y4 2", "P5 2", "O6 3", "Y6 3"]
    for turn, words in enumerate([word for pair in zip(first, [*second, ""], strict=True) for word in pair if word], 1):
        if turn == 17:
            referee.fail(1, FaultKind.CRASH, "gone")
        say(referee, (turn - 1) % 2, f"play {turn} {words} claim all")
    assert referee.verdict
    assert (referee.verdict.ending, referee.verdict.winner, referee.verdict.fault) == ("adjacent", 0, None)
    assert referee.has_failed(1)


def test_a_stale_answer_is_never_taken_for_the_next_one(referee: Referee) -> None:
    say(referee, 0, "play 1 R5 1")
    say(referee, 1, "play 2 B1 1")
    say(referee, 0, "play 1 R5 1")
    assert referee.verdict
    assert referee.verdict.ending == "malformed"


def test_unknown_words_off_turn_are_named_back_and_bounded(referee: Referee) -> None:
    for _ in range(UNKNOWN_WORDS):
        say(referee, 1, "info depth 3")
    assert not referee.has_failed(1)
    assert heard(referee, 1)[-1] == "unknown info"
    say(referee, 1, "info depth 3")
    assert referee.has_failed(1)


def test_notes_go_to_the_record_and_are_capped(referee: Referee) -> None:
    say(referee, 1, "note early")
    for number in range(NOTES + 5):
        say(referee, 0, f"note {number}")
    say(referee, 0, "play 1 R5 1")
    say(referee, 1, "play 2 B1 1")
    assert len(referee.turns[0].notes) == NOTES
    assert referee.turns[1].notes == ("early",)


def test_a_refused_claim_costs_nothing_and_names_the_beating_cards(referee: Referee) -> None:
    for number, line in enumerate(["R5 1", "B1 9", "O5 1", "B2 9"], 1):
        say(referee, (number - 1) % 2, f"play {number} {line}")
    say(referee, 0, "play 5 Y5 1 claim 1,2")
    say(referee, 1, "play 6 P3 9")
    assert heard(referee, 0)[-4:-2] == ["refused 5 1 beatable R7,R8,R9", "refused 5 2 incomplete"]
    assert referee.turns[4].refused[0].cards == ("R7", "R8", "R9")


def test_a_refused_claim_loses_a_strict_match() -> None:
    referee = started(order(clan=DEAL, strict=True))
    say(referee, 0, "play 1 R5 1 claim 1")
    assert referee.verdict
    assert (referee.verdict.ending, referee.verdict.winner) == ("illegal", 1)
    assert referee.turns[0].refused


def test_a_game_clock_runs_down_and_is_topped_up() -> None:
    time = TimeControl(move_ns=None, game_ns=2000 * MS, increment_ns=100 * MS, margin_ns=0)
    referee = started(order(clan=DEAL, time=time))
    say(referee, 0, "play 1 R5 1", wall_ms=1500)
    say(referee, 1, "play 2 B1 1", wall_ms=10)
    assert referee.limit_ns == 600 * MS
    assert "left=600 clock=600/2090" in heard(referee, 0)[-1]
    say(referee, 0, "play 3 O5 1", wall_ms=601)
    assert referee.verdict
    assert referee.verdict.ending == "timeout"


def test_the_recruiters_return_runs_on_what_the_play_left_over() -> None:
    referee = started(order("tactics", "R5 B1 O5 B2 Y5 P3 G1 P4 G2 P6 G3 P8 G4 P9", "recruiter"))
    say(referee, 0, "play 1 R5 1 draw tactics")
    say(referee, 1, "play 2 B1 1")
    say(referee, 0, "play 3 recruiter 2+1", wall_ms=700)
    assert referee.limit_ns == 300 * MS
    asked = decode_from_arbiter(heard(referee, 0)[-1].encode())
    assert isinstance(asked, GiveBack)
    assert (asked.fields["give"], asked.fields["left"]) == ("2", "300")
    say(referee, 0, "return 3 G1,G2", wall_ms=321)
    assert referee.verdict
    assert referee.verdict.ending == "timeout"


def test_cards_that_are_not_in_the_hand_cannot_be_returned() -> None:
    referee = started(order("tactics", "R5 B1 O5 B2 Y5 P3 G1 P4 G2 P6 G3 P8 G4 P9", "recruiter"))
    say(referee, 0, "play 1 R5 1 draw tactics")
    say(referee, 1, "play 2 B1 1")
    say(referee, 0, "play 3 recruiter 2+1")
    say(referee, 0, "return 3 G1,B9")
    assert referee.verdict
    assert referee.verdict.why == "the card B9 is not in the hand"
    assert referee.verdict.fault
    assert "G1" in referee.verdict.fault.legal


def test_nothing_is_heard_after_the_verdict(referee: Referee) -> None:
    say(referee, 0, "pass 1")
    verdict = referee.verdict
    say(referee, 0, "play 1 R5 1")
    referee.expire(1)
    assert referee.verdict is verdict


def test_void_games_blame_nobody(referee: Referee) -> None:
    referee.annul("the machine was overloaded")
    assert referee.verdict
    assert (referee.verdict.winner, referee.verdict.fault) == (-1, None)
    assert heard(referee, 0)[-1].startswith("result void by=void blame=none")


def answer(referee: Referee, choose: Callable[[int], int]) -> None:
    """Answer for the seat that is asked with a legal play."""
    state = referee.state
    seat = state.seat
    if state.owed:
        cards = state.returnable(seat)[: state.owed]
        say(referee, seat, f"return {state.turn} {','.join(NAMES[card] for card in cards) or '-'}")
        return
    after = state.copy()
    for stone in after.grantable() if state.rules.expert else ():
        after.claim(stone)
    plays = after.legal_plays()
    words = format_play(plays[choose(len(plays))], state)
    verb = f"pass {state.turn}" if words == "pass" else f"play {state.turn} {words}"
    say(referee, seat, f"{verb} claim all")


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(VARIANTS), st.randoms(use_true_random=False))
def test_every_turn_shows_exactly_the_view_of_its_seat(variant: str, random: object) -> None:
    referee = started(order(variant, shuffled(random, 54), shuffled(random, 64, 54)))
    while not referee.verdict:
        state = referee.state
        asked = decode_from_arbiter(heard(referee, state.seat)[-1].encode())
        assert isinstance(asked, Turn | GiveBack)
        assert asked.number == state.turn
        assert asked.fields.items() >= fields_of(state.seat, referee).items()
        answer(referee, lambda count: random.randrange(count))  # type: ignore[attr-defined]
    assert referee.verdict.fault is None
    assert all(isinstance(turn, TurnRecord) for turn in referee.turns)


def shuffled(random: object, stop: int, start: int = 0) -> str:
    cards = [NAMES[card] for card in range(start, stop) if card != 55]
    random.shuffle(cards)  # type: ignore[attr-defined]
    return " ".join(cards)


def fields_of(seat: int, referee: Referee) -> dict[str, str]:
    def joined(items: tuple[object, ...], by: str = ",") -> str:
        return by.join(map(str, items)) or "-"

    seen = view(referee.state, seat)
    return {
        "hand": joined(seen.hand),
        **{str(stone): f"{joined(mine)}/{joined(theirs)}" for stone, (mine, theirs) in enumerate(seen.stones, 1)},
        **{name: joined(getattr(seen, name)) for name in ("mine", "theirs", "first", "blind", "mud", "discard")},
        **{name: joined(getattr(seen, name), "+") for name in ("deck", "opponent")},
        **{name: joined(getattr(seen, name), "/") for name in ("played", "jokers")},
    }
