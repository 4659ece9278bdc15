from arbiter.clock import Clock
from arbiter.control import MS, TimeControl


def test_without_a_game_clock_every_turn_has_the_same_limit() -> None:
    clock = Clock(TimeControl(move_ns=1000 * MS))
    clock.spend(0, 900 * MS)
    assert clock.limit_ns(0) == 1000 * MS
    assert clock.fields(0) == "left=1000 clock=-/-"


def test_the_limit_is_the_lesser_of_move_and_game_clock() -> None:
    clock = Clock(TimeControl(move_ns=1000 * MS, game_ns=1500 * MS))
    clock.spend(0, 900 * MS)
    assert clock.limit_ns(0) == 600 * MS
    assert clock.limit_ns(1) == 1000 * MS


def test_the_increment_comes_after_the_turn() -> None:
    clock = Clock(TimeControl(move_ns=None, game_ns=1000 * MS, increment_ns=50 * MS))
    clock.spend(1, 1000 * MS)
    assert clock.limit_ns(1) == 50 * MS


def test_a_turn_within_the_margin_leaves_no_debt() -> None:
    clock = Clock(TimeControl(move_ns=None, game_ns=1000 * MS, increment_ns=50 * MS))
    clock.spend(0, 1010 * MS)
    assert clock.limit_ns(0) == 50 * MS


def test_no_limit_at_all_is_shown_as_a_dash() -> None:
    clock = Clock(TimeControl(move_ns=None))
    assert clock.limit_ns(0) is None
    assert clock.fields(0) == "left=- clock=-/-"


def test_the_time_spent_in_the_turn_is_taken_off_what_is_shown() -> None:
    clock = Clock(TimeControl(move_ns=1000 * MS, game_ns=5000 * MS))
    assert clock.fields(0, 300 * MS) == "left=700 clock=4700/5000"
