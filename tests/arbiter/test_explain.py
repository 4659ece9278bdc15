"""An explanation of a turn: what its seat saw, what it said, and why that was right or wrong."""

import io

import pytest
from rich.console import Console

from arbiter.kit.board import board
from arbiter.kit.choices import grouped
from arbiter.kit.explain import explain
from arbiter.reasons import reason
from arbiter.record import GameRecord
from arbiter.referee import Referee
from arbiter.rules.state import State
from arbiter.rules.variants import rules_of
from arbiter.verdicts import FaultKind
from tests.arbiter.recorded import heard, record_of, recorded
from tests.games import order, whole_deck
from tournaments.console import print_parts

DEAL = "R7 G1 R8 G2 R9 Y3 O1 Y4 O2 P6 O3 P8"
OPENING = ["play 1 R7 4", "play 2 G1 4", "play 3 R8 4", "play 4 G2 5", "play 5 R9 4 claim all"]


def leave(referee: Referee) -> None:
    referee.fail(0, FaultKind.CRASH, "the bot ended: exit status 1")


def told(record: GameRecord, turn: int | None = None) -> str:
    out = io.StringIO()
    print_parts(explain(record, turn), out)
    return out.getvalue()


def test_a_turn_is_told_with_table_reply_times_and_legal_answers() -> None:
    text = told(recorded(order(clan=DEAL), OPENING, lambda referee: referee.fail(1, FaultKind.CRASH, "gone")), 3)
    assert text.startswith(
        "game-1: base, anne (first seat) against bert\nanne wins by crash: gone\n\nturn 3: anne, first seat\n"
    )
    assert "\n    4  G1           R7\n" in text
    assert "\nhand  R1 O1 O2 O3 R8 R9\ndeck 40, opponent's hand 6\n" in text
    assert "\n  asked    turn 3 hand=R1,O1,O2,O3,R8,R9 " in text
    assert (
        "\n  reply    play 3 R8 4\n  time     2.50 ms, 1.25 ms of CPU time\n           1000 ms for the turn, a margin of 20 ms\n"
        in text
    )
    assert "\n  legal    O1 1 2 3 4 5 6 7 8 9\n" in text


def test_the_second_seat_sees_its_own_side_as_its_own() -> None:
    text = told(recorded(order(clan=DEAL), OPENING, lambda referee: referee.fail(1, FaultKind.CRASH, "gone")), 4)
    assert "turn 4: bert, second seat" in text
    assert "\n    4  R7 R8        G1\n" in text


def test_a_granted_claim_is_explained_by_what_the_other_side_could_become() -> None:
    record = recorded(order(clan=DEAL), OPENING, lambda referee: referee.fail(1, FaultKind.CRASH, "gone"))
    assert "claims   stone 4: granted: colour-run of 24; with G2" not in told(record, 5)
    assert "claims   stone 4: granted: colour-run of 24; with " in told(record, 5)


def test_a_refused_claim_names_the_cards_that_beat_it() -> None:
    replies = ["play 1 O1 4", "play 2 Y3 4", "play 3 O2 4", "play 4 Y4 4", "play 5 R8 4 claim 4,5"]
    text = told(recorded(order(clan=DEAL), replies, lambda referee: referee.fail(1, FaultKind.CRASH, "gone")), 5)
    assert "claims   stone 4: refused: sum of 11; with Y5 the other side becomes colour-run of 12\n" in text
    assert "\n           stone 5: refused: 3 cards missing on the claimant's side\n" in text


def test_what_claim_all_leaves_out_is_explained_too() -> None:
    replies = ["play 1 O1 4", "play 2 Y3 4", "play 3 O2 4", "play 4 Y4 4", "play 5 R8 4 claim all"]
    text = told(recorded(order(clan=DEAL), replies, lambda referee: referee.fail(1, FaultKind.CRASH, "gone")), 5)
    assert "claims   by 'all': stone 4: refused: sum of 11; with Y5" in text


def test_a_claim_that_was_not_made_is_named() -> None:
    replies = [*OPENING[:4], "play 5 R9 4"]
    text = told(recorded(order(clan=DEAL), replies, lambda referee: referee.fail(1, FaultKind.CRASH, "gone")), 5)
    assert "claims   not claimed: stone 4: granted: colour-run of 24" in text


def test_in_the_expert_variant_claims_are_judged_before_the_play() -> None:
    replies = [*OPENING[:4], "play 5 R9 4 claim 4"]
    text = told(
        recorded(order("expert", clan=DEAL), replies, lambda referee: referee.fail(1, FaultKind.CRASH, "gone")), 5
    )
    assert "claims   stone 4: refused: 1 card missing on the claimant's side" in text


def test_without_a_turn_the_faulty_reply_is_explained() -> None:
    text = told(recorded(order(clan=DEAL), [*OPENING, "play 6 R7 1"]))
    assert "turn 6: bert, second seat" in text
    assert "\n  reply    play 6 R7 1\n" in text
    assert "\n  fault    illegal: the card R7 is not in the hand\n  allowed  play or pass\n" in text


def test_a_malformed_reply_is_marked_where_it_is_wrong() -> None:
    text = told(recorded(order(clan=DEAL), ["play 1 R7 12"]))
    assert "\n  reply    play 1 R7 12\n                     ^\n" in text
    assert "fault    malformed: '12' is not expected there (column 11; expected: a stone (1 to 9))" in text


def test_a_reply_that_never_came_is_told_as_none() -> None:
    text = told(recorded(order(clan=DEAL), OPENING[:2], lambda referee: referee.expire(0)))
    assert "turn 3: anne, first seat" in text
    assert "\n  reply    none\n" in text
    assert "fault    timeout: no play or pass in 1000 ms" in text


def test_a_strict_refusal_is_explained_as_fault_and_as_claim() -> None:
    text = told(recorded(order(clan=DEAL, strict=True), ["play 1 R7 4 claim 4"]))
    assert "fault    illegal: the claim of stone 4 is refused (incomplete), and this match is strict" in text
    assert "claims   stone 4: refused: 2 cards missing" in text


def test_a_game_that_was_never_set_up_says_so() -> None:
    referee = Referee(order(clan=DEAL), 0)
    referee.open()
    referee.expire(1)
    text = told(record_of(referee))
    assert "\nturn 1: bert, second seat\n  fault    timeout: no ok in 10000 ms\n  allowed  ok\n" in text
    assert "hand" not in text


def test_both_steps_of_a_recruiter_are_explained() -> None:
    replies = ["play 1 R7 4 draw tactics", "play 2 G1 4", "play 3 recruiter 3+0 claim all", "return 3 R8,R9"]
    deal = order("tactics", clan=DEAL + " B1 B2", tactics="recruiter")
    text = told(recorded(deal, replies, lambda referee: referee.fail(1, FaultKind.CRASH, "gone")), 3)
    assert "\nturn 3: anne, first seat\n" in text
    assert "\nturn 3, return: anne, first seat\n" in text
    assert "legal    return 2 of: " in text
    assert "\n           recruiter 0+3 1+2 2+1 3+0\n" in text


def test_a_turn_that_the_game_does_not_have_is_an_error() -> None:
    record = recorded(order(clan=DEAL), OPENING[:2], leave)
    with pytest.raises(ValueError, match="has no turn 9; it has 3"):
        told(record, 9)


def test_plays_are_grouped_by_card_in_order() -> None:
    plays = ["traitor G7 4", "R9 1", "pass", "G5 3", "R9 2", "banshee B1", "traitor G7 5"]
    assert list(grouped(plays)) == ["G5 3", "R9 1 2", "banshee B1", "pass", "traitor G7 4 5"]


def test_the_table_shows_claims_modes_and_what_sides_are_worth() -> None:
    replies = [*OPENING[:5], "play 6 Y3 4"]
    state = heard(order(clan=DEAL), replies).state
    assert "    4  G1           R7 R8 R9     claimed, yours; yours: colour-run of 24" in plain(state, 0)
    assert "    4  R7 R8 R9     G1           claimed, theirs; theirs: colour-run of 24" in plain(state, 1)


def test_the_table_of_tactics_fits_eighty_columns() -> None:
    state = State.deal(rules_of("tactics"), whole_deck(DEAL), (*range(54, 64),))
    assert max(map(len, plain(state, 0).splitlines())) <= 80


def test_a_claimed_stone_names_its_owner() -> None:
    state = heard(order(clan=DEAL), OPENING).state
    assert reason(state, 0, 3) == "stone 4: refused: already claimed by the claimant"
    assert reason(state, 1, 3, "you") == "stone 4: refused: already claimed by the opponent"


def plain(state: State, seat: int) -> str:
    console = Console(width=80, color_system=None, file=io.StringIO())
    console.print(board(state, seat))
    return str(console.file.getvalue())  # type: ignore[attr-defined]
