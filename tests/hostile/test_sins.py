"""Every sinner of bots/hostile against an honest opponent, as real processes, from both seats."""

import os

import pytest

from arbiter.kit.show import show_game
from arbiter.record import GameRecord, decode, encode
from arbiter.replay import verify
from arbiter.sandbox import bwrap
from arbiter.verdicts import FaultKind
from tests.hostile.arena import GRACE_NS, MOVE_NS, SECOND_NS, TIME
from tests.hostile.conftest import Case
from tests.hostile.sins import load

MOST_KIB = 60 * 1024

needs_sandbox = pytest.mark.skipif(bwrap() is None, reason="there is no bubblewrap")
every_sin = pytest.mark.parametrize(
    "case",
    [pytest.param(sin, id=sin.name, marks=[needs_sandbox] * sin.needs_sandbox) for sin in load()],
    indirect=True,
)


def seated(case: Case) -> list[tuple[GameRecord, int]]:
    """Return the two games, each with the sinner's seat."""
    return list(zip(case.outcome.records, (0, 1), strict=True))


@every_sin
def test_the_sinner_gets_its_verdict_from_both_seats(case: Case) -> None:
    for game, (record, seat) in enumerate(seated(case), 1):
        fault = record.result.fault
        expected = ["none"] if game < case.sin.from_game else [case.sin.verdict, case.sin.also]
        assert (fault.kind if fault else "none") in expected, record.result
        assert fault is None or (fault.seat, record.result.winner) == (seat, 1 - seat), record.result


@every_sin
def test_the_opponent_stays_in_the_same_process_for_the_next_game(case: Case) -> None:
    assert len({record.bots[1 - seat].version for record, seat in seated(case)}) == 1


@every_sin
def test_the_opponent_does_not_pay_for_the_sin_with_its_time(case: Case) -> None:
    for record, seat in seated(case):
        times = [turn.wall_ns for turn in record.turns if turn.seat != seat]
        assert max(times, default=0) < MOVE_NS * 3 / 4 * patience()
        assert all(turn.cpu_ns >= 0 for turn in record.turns)


@every_sin
def test_a_sin_is_over_within_its_limit_and_a_second(case: Case) -> None:
    for (record, seat), took_ns in zip(seated(case), case.outcome.took_ns, strict=True):
        assert took_ns - record.wall_ns < (GRACE_NS + SECOND_NS) * patience()
        if record.result.fault:
            assert record.wall_ns - asked_ns(record, seat) < (limit_ns(record) + SECOND_NS) * patience()
    assert case.outcome.close_ns < 2 * (GRACE_NS + SECOND_NS) * patience()


def patience() -> float:
    """Return how much longer everything may take on a machine that has more to do than it can."""
    return max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


def asked_ns(record: GameRecord, seat: int) -> int:
    """Return when the seat was last asked for an answer."""
    asked = [line.at_ns for line in record.transcript if (line.seat, line.way) == (seat, ">")]
    return max((at_ns for at_ns in asked if at_ns < record.wall_ns - limit_ns(record) / 2), default=0)


def limit_ns(record: GameRecord) -> int:
    """Return how long the answer might take that was the sin."""
    if record.result.ending == FaultKind.STARTUP:
        return TIME.startup_ns
    return MOVE_NS if record.turns else TIME.setup_ns


@every_sin
def test_nothing_is_left_of_a_sinner(case: Case) -> None:
    assert not case.outcome.strays
    assert not case.left
    assert not case.outcome.descriptors


@every_sin
def test_a_sinner_writes_nothing_outside_its_temporary_folder(case: Case) -> None:
    assert not case.written


@every_sin
def test_a_sinner_gets_at_nothing_that_it_looks_for(case: Case) -> None:
    notes = [note for record in case.outcome.records for turn in record.turns for note in turn.notes]
    assert not [note for note in notes if note.startswith("got ")]


@every_sin
def test_the_result_follows_from_the_record(case: Case) -> None:
    for record in case.outcome.records:
        assert verify(decode(encode(record))) == []


@every_sin
def test_whatever_a_sinner_says_is_harmless_to_print(case: Case) -> None:
    for record in case.outcome.records:
        shown = "\n".join(show_game(record, every_board=True))
        for text in (encode(record).decode(), *shown.split("\n")):
            assert text.isprintable(), ascii(text)


@every_sin
def test_the_arena_stays_small(case: Case) -> None:
    assert case.outcome.peak_kib < MOST_KIB
