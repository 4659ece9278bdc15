"""Scenes: moments of games that actors have played, each of which is an example of a situation."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random

from arbiter.control import TimeControl
from arbiter.kit.check.actor import Actor
from arbiter.kit.check.house import order_of_check
from arbiter.kit.check.situations import Situation
from arbiter.record import TurnRecord
from arbiter.referee import Referee
from arbiter.rules.variants import Rules

TAKES = 2
GAMES = range(80, 120)  # of the first 400, those in which tactics games show all that is wanted the soonest


@dataclass(frozen=True, slots=True)
class Scene:
    """The moment of the game with this number at which `past` is over and a seat is asked."""

    number: int
    seat: int
    past: tuple[TurnRecord, ...]


@cache
def find_scenes(rules: Rules, situations: tuple[Situation, ...]) -> Mapping[Situation, Sequence[Scene]]:
    """Return `TAKES` scenes of each situation, each from another game."""
    found: dict[Situation, list[Scene]] = {situation: [] for situation in situations}
    for number in GAMES:
        wanted = [situation for situation, scenes in found.items() if len(scenes) < TAKES]
        if not wanted:
            break
        for situation, scene in _first_scenes(rules, number, wanted).items():
            found[situation].append(scene)
    return found


def _first_scenes(rules: Rules, number: int, wanted: Sequence[Situation]) -> dict[Situation, Scene]:
    """Return the first scene in a game of each situation that occurs in it."""
    first: dict[Situation, Scene] = {}
    for referee in _moments(rules, number):
        for situation in wanted:
            if situation not in first and situation.is_in(referee.state):
                first[situation] = Scene(number, referee.state.seat, tuple(referee.turns))
    return first


def _moments(rules: Rules, number: int) -> Iterator[Referee]:
    """Play a game, and yield its referee whenever a seat is asked for a turn or a return."""
    referee = Referee(order_of_check(rules, number, TimeControl()), 0)
    referee.open()
    actors = [Actor(seat, Random(2 * number + seat)) for seat in (0, 1)]
    for actor in actors:
        actor.answer(referee)
    while not referee.verdict:
        yield referee
        actors[referee.state.seat].answer(referee)
