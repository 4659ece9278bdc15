"""Settings: the check that plays games which differ from the others in one field of the line ``game``."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from arbiter.control import MS, TimeControl
from arbiter.kit.check.examiner import Examiner
from arbiter.kit.check.finding import Finding, failed, passed
from arbiter.kit.check.games import plain_game
from arbiter.kit.check.house import SHORT, WHOLE
from arbiter.order import Order
from arbiter.rules.variants import Ranking

MOVES_OF_CLOCK, MOVES_OF_INCREMENT = 20, 10


@dataclass(frozen=True, slots=True)
class Setting:
    """What is different in a game, in the words of ``game``, and after how many turns the house leaves it."""

    name: str
    change: Callable[[Order], Order]
    turns: int = WHOLE


def check_settings(examiner: Examiner) -> Finding:
    """A game that went well, now with one setting after another, in one process."""
    name, rules = "settings", max(examiner.rules, key=lambda rules: rules.tactics)
    with examiner.subject() as subject:
        trouble = subject.greet()
        for setting in SETTINGS:
            if not trouble:
                order, house = plain_game(examiner, rules, 0, setting.turns)
                _, trouble = subject.play(setting.change(order), house)
            if trouble:
                suspect = "with the usual settings the same game goes well: 'game' tells what is different"
                return failed(name, trouble, f"{rules.variant}, {setting.name}", suspect)
    return passed(name, ", ".join(setting.name for setting in SETTINGS))


def _with_clock(order: Order) -> Order:
    return replace(order, time=_clocked(order.time))


def _with_clock_alone(order: Order) -> Order:
    return replace(order, time=replace(_clocked(order.time), move_ns=None))


def _clocked(time: TimeControl) -> TimeControl:
    move_ns = time.move_ns or 1000 * MS
    return replace(time, game_ns=MOVES_OF_CLOCK * move_ns, increment_ns=move_ns // MOVES_OF_INCREMENT)


def _with_strict_claims(order: Order) -> Order:
    return replace(order, strict=True)


def _without_lead(order: Order) -> Order:
    return replace(order, rules=replace(order.rules, tactics_lead=0))


def _with_runs_first(order: Order) -> Order:
    return replace(order, rules=replace(order.rules, ranking=Ranking.RUN_OVER_COLOUR))


SETTINGS = (
    Setting("clock and increment", _with_clock, SHORT),
    Setting("clock with move=-", _with_clock_alone, SHORT),
    Setting("strict=yes", _with_strict_claims),
    Setting("lead=0", _without_lead),
    Setting(f"ranking={Ranking.RUN_OVER_COLOUR}", _with_runs_first),
)
