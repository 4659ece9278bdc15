"""A campaign: so many dialogues and games of one seed, what came of them, and what was found."""

import shlex
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from random import Random

from arbiter.stress.closing import close
from arbiter.stress.dialogue import Dialogue
from arbiter.stress.engine import EngineGame
from arbiter.stress.finding import FindingError
from arbiter.stress.fuzzer import any_script, play_on
from arbiter.stress.pipes import TIME, plain_answer, play_through_pipes
from arbiter.stress.script import Script, dice
from arbiter.stress.shrink import Shrinker
from arbiter.stress.witness import write
from arbiter.verdicts import FaultKind


class Part(StrEnum):
    """The parts of a campaign."""

    DIALOGUE = "dialogue"
    GAME = "game"
    PROCESSES = "processes"


@dataclass(slots=True)
class Found:
    """One kind of finding: the first of it, and how often it came."""

    kind: str
    detail: str
    again: str
    count: int = 1
    path: Path | None = None


@dataclass(slots=True)
class Tally:
    """What one part came to. `steps` counts lines or replies, `verdicts` how the games ended."""

    done: int = 0
    steps: int = 0
    elapsed_ns: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)

    @property
    def by_fault(self) -> Counter[str]:
        """The games that ended by a fault, by its kind."""
        return Counter({ending: count for ending, count in self.verdicts.items() if ending in list(FaultKind)})

    @property
    def by_the_rules(self) -> Counter[str]:
        """The games that ended by the rules, by how."""
        return self.verdicts - self.by_fault


class Campaign:
    """Everything of one seed. `found` holds the findings by kind; `out` is the folder for their transcripts."""

    def __init__(self, seed: str, out: Path) -> None:
        self.seed, self.out = seed, out
        self.tallies = {part: Tally() for part in Part}
        self.found: dict[str, Found] = {}
        self._plays: dict[Part, Callable[[int, Tally], None]] = {
            Part.DIALOGUE: self._play_dialogue,
            Part.GAME: self._play_game,
            Part.PROCESSES: self._play_processes,
        }

    def run(self, part: Part, numbers: range) -> Iterator[int]:
        """Play one part, and yield each number when it is done."""
        tally, play = self.tallies[part], self._plays[part]
        for number in numbers:
            began_ns = time.monotonic_ns()
            play(number, tally)
            tally.done += 1
            tally.elapsed_ns += time.monotonic_ns() - began_ns
            yield number

    def _play_dialogue(self, number: int, tally: Tally) -> None:
        random = dice(self.seed, Part.DIALOGUE, number)
        script = any_script(f"dialogue-{number}", random)
        self._converse(script, random, Part.DIALOGUE, number, tally)

    def _play_processes(self, number: int, tally: Tally) -> None:
        random = dice(self.seed, Part.PROCESSES, number)
        script = any_script(f"processes-{number}", random, TIME)
        self._converse(script, random, Part.PROCESSES, number, tally)

    def _converse(self, script: Script, random: Random, part: Part, number: int, tally: Tally) -> None:
        dialogue = None
        try:
            dialogue = Dialogue(script, Random(random.random()))
            if part is Part.PROCESSES:
                play_on(dialogue, random, plain_answer, is_prompt=True)
                record = play_through_pipes(dialogue)
                ending = record.result.ending
            else:
                play_on(dialogue, random)
                close(dialogue)
                ending = str(dialogue.referee.verdict.ending) if dialogue.referee.verdict else "none"
            tally.verdicts[ending] += 1
        except FindingError as finding:
            events = tuple(dialogue.events) if dialogue else ()
            self._keep(finding, replace(script, events=events), part, number)
        if dialogue:
            tally.steps += sum(map(len, dialogue.heard))

    def _play_game(self, number: int, tally: Tally) -> None:
        game = EngineGame.numbered(self.seed, number)
        try:
            tally.verdicts[str(game.play().ending)] += 1
        except FindingError as finding:
            self._keep(finding, game.script, Part.GAME, number)
        tally.steps += len(game.lines)

    def _keep(self, finding: FindingError, script: Script, part: Part, number: int) -> None:
        """Keep a finding; the first of its kind is shrunk and written down."""
        if finding.kind in self.found:
            self.found[finding.kind].count += 1
            return
        again = f"reiver stress --seed {shlex.quote(self.seed)} --only {part}:{number}"
        found = self.found[finding.kind] = Found(finding.kind, finding.detail, again)
        shrinker = Shrinker(script, finding.kind)
        is_shrunk = shrinker.shrink()
        detail = shrinker.detail if is_shrunk else finding.detail
        remarks = [f"{finding.kind}: {detail}", f"found by: {again}", *_remarks(shrinker, script, is_shrunk)]
        found.path = write(shrinker.script, remarks, finding.kind, self.out)


def _remarks(shrinker: Shrinker, script: Script, is_shrunk: bool) -> list[str]:
    if not is_shrunk:
        return ["not shrunk: the transcript alone does not lead to it again"]
    return [f"shrunk from {len(script.events)} to {len(shrinker.script.events)} lines of the bots"]
