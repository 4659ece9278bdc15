"""Positions: the checks that ask a bot for one answer in a situation which games may never bring about."""

from collections.abc import Iterator, Sequence
from random import Random

from arbiter.kit.check.examiner import Examiner
from arbiter.kit.check.finding import Finding, Outcome, Trouble, failed, passed
from arbiter.kit.check.house import House
from arbiter.kit.check.scenes import Scene, find_scenes
from arbiter.kit.check.situations import MATTERS, SITUATIONS, Situation
from arbiter.kit.check.subject import Subject
from arbiter.rules.variants import Rules


def check_positions(examiner: Examiner, name: str) -> Finding:
    """All situations of one matter, one after another in one process."""
    asked = 0
    with examiner.subject() as subject:
        trouble = subject.greet()
        if trouble:
            return failed(name, trouble)
        for rules, situation, scene in _programme(examiner, name):
            trouble = _ask(examiner, subject, rules, scene)
            if trouble:
                return failed(name, trouble, f"{rules.variant}, {situation.name}", MATTERS[name].suspect)
            asked += 1
    if not asked:
        return Finding(name, Outcome.SKIPPED, "no variant in which it comes up goes well")
    return passed(name, f"{asked} positions")


def _ask(examiner: Examiner, subject: Subject, rules: Rules, scene: Scene) -> Trouble | None:
    """Let the bot answer in a scene; the house then leaves."""
    house = House(1 - scene.seat, Random(scene.number), turns=0)
    _, trouble = subject.play(examiner.order(rules, scene.number), house, past=scene.past)
    return trouble


def _programme(examiner: Examiner, name: str) -> Iterator[tuple[Rules, Situation, Scene]]:
    """Yield the scenes of a matter, each situation under the best of the rules at hand."""
    variants = [rules.variant for rules in examiner.rules]
    for rules in examiner.rules:
        scenes = find_scenes(rules, tuple(each for each in SITUATIONS if _best(each, variants) == rules.variant))
        for situation in MATTERS[name].situations:
            yield from ((rules, situation, scene) for scene in scenes.get(situation, ()))


def _best(situation: Situation, variants: Sequence[str]) -> str | None:
    return next((variant for variant in situation.variants if variant in variants), None)
