from collections.abc import Callable

import msgspec
import pytest

from arbiter.match import Match
from arbiter.process import Program
from arbiter.record import FaultRecord, GameRecord, ResultRecord, TurnRecord
from arbiter.replay import Replay, verify
from arbiter.rules.variants import VARIANTS
from tests.games import order

replace = msgspec.structs.replace


@pytest.fixture(scope="module", params=VARIANTS)
def record(first: Program, request: pytest.FixtureRequest) -> GameRecord:
    with Match((first, first)) as match:
        return match.play(order(request.param))


def test_an_honest_record_verifies(record: GameRecord) -> None:
    assert verify(record) == []


def test_a_replay_reaches_the_recorded_end(record: GameRecord) -> None:
    replay = Replay(record)
    assert [turn.turn for turn in replay] == list(range(1, len(record.turns) + 1))
    assert replay.referee.verdict
    assert replay.referee.verdict.ending == record.result.ending


def changed_result(record: GameRecord, **changes: object) -> GameRecord:
    return replace(record, result=replace(record.result, **changes))


@pytest.mark.parametrize(
    ("tamper", "told"),
    [
        (lambda record: changed_result(record, winner=1 - (record.result.winner or 0)), "recorded as ("),
        (lambda record: changed_result(record, points=(5, 4)), "recorded as ("),
        (lambda record: changed_result(record, ending="adjudicated"), "recorded as ("),
        (lambda record: replace(record, turns=record.turns[:-1]), "the game is not over"),
        (lambda record: replace(record, turns=(*record.turns[:3], *record.turns[4:])), "is not accepted"),
        (lambda record: replace(record, turns=(with_grant(record.turns[0]), *record.turns[1:])), "recorded as granted"),
        (lambda record: replace(record, deal=replace(record.deal, salt="other")), "the deck is not the one"),
        (lambda record: replace(record, deal=replace(record.deal, clan=record.deal.clan[:5])), "cannot be set up"),
        (lambda record: replace(record, rules=replace(record.rules, variant="poker")), "cannot be set up"),
    ],
)
def test_a_changed_record_does_not_verify(
    record: GameRecord, tamper: Callable[[GameRecord], GameRecord], told: str
) -> None:
    found = verify(tamper(record))
    assert len(found) == 1
    assert told in found[0]


def with_grant(turn: TurnRecord) -> TurnRecord:
    return replace(turn, granted=(9,))


def test_a_fault_is_proved_by_its_line(first: Program, script: Callable[..., Program]) -> None:
    with Match((first, script("greet(); until('turn'); say('pass 2')"))) as match:
        record = match.play(order())
    assert verify(record) == []
    assert record.result.fault
    innocent = replace(record.result.fault, line=f"play 2 {record.result.fault.legal[0]}")
    assert "is no fault" in verify(changed_result(record, fault=innocent))[0]


def test_a_made_up_fault_after_the_end_of_the_game_is_found(record: GameRecord) -> None:
    fault = FaultRecord(1, "timeout", "late")
    made_up = ResultRecord("timeout", 0, "late", record.result.stones, (5, 0), fault)
    assert "but the game was over" in verify(replace(record, result=made_up))[0]
