"""Stepwise schedules: Swiss tournaments and tests, where what is played next depends on what has been played.

Nothing of that is stored: the games in the journal tell it all, so that a run that goes on comes to the same.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import islice

from tournaments import swiss
from tournaments.batch import Batch
from tournaments.formats import Pairing
from tournaments.plan import Plan
from tournaments.schedule import LEGS, Missing, Pair, Part, Schedule, Size
from tournaments.sprt import Trial

# How many half points the first seat has scored in each of some games, those that are not finished left out.
HalfPoints = Callable[[Sequence[str]], dict[str, int]]

CHUNK_PAIRS = 250
# How many pairs of a test may be out beyond the first one that is missing, at least and in batches.
LEAST_AHEAD_PAIRS, BATCHES_AHEAD = 1000, 64


def schedule_of(plan: Plan, half_points: HalfPoints) -> Schedule:
    """Return the schedule of a plan's format."""
    if plan.table.format == "swiss":
        return SwissSchedule(plan, half_points)
    if plan.table.format == "sprt":
        return TestSchedule(plan, half_points)
    return Schedule(plan)


def trial_of(schedule: Schedule, half_points: HalfPoints) -> Iterator[Trial]:
    """Return the trial of a plan again and again, each time after all pairs in order that have been played by then."""
    table = schedule.plan.table.sprt
    assert table
    trial, pairs = Trial(table), schedule.pairs(1)
    waiting: list[Pair] = []
    tested = schedule.plan.keys[0]
    while True:
        waiting = waiting or list(islice(pairs, CHUNK_PAIRS))
        taken = _take(schedule, trial, waiting, half_points, tested)
        waiting = waiting[taken:]
        if waiting or not taken or trial.decision:
            yield trial


def _take(schedule: Schedule, trial: Trial, pairs: Sequence[Pair], half_points: HalfPoints, tested: str) -> int:
    """Let a trial take the first of some pairs, up to the first that is not finished, and return how many."""
    names = [schedule.ids_of(pair) for pair in pairs]
    scored = half_points([name for both in names for name in both])
    for taken, (pair, (one, other)) in enumerate(zip(pairs, names, strict=True)):
        if trial.decision or one not in scored or other not in scored:
            return taken
        first = scored[one] + 2 - scored[other]
        trial.take(first if schedule.plan.keys[pair.bots[0]] == tested else 4 - first)
    return len(pairs)


class TestSchedule(Schedule):
    """The games of a test, which ends when it is decided; `rounds` are the most deals that it may take.

    The bot that is tested is the first one of the plan.
    """

    __test__ = False
    is_stepwise = True

    def __init__(self, plan: Plan, half_points: HalfPoints) -> None:
        super().__init__(plan)
        self._trials = trial_of(self, half_points)
        self.trial = next(self._trials)
        self._out_pairs = 0

    def batches(self, missing: Missing, size: Size) -> Iterator[Batch | None]:
        """Return the games that still have to be played, as long as the test is not decided."""
        (part,) = self.parts()
        assert part
        for numbers in self._steps(part.numbers, size):
            while (trial := next(self._trials)).decision is None and self._is_far_ahead(trial, size):
                yield None
            if trial.decision:
                return
            yield from self.batches_of(Part(part.pairings, numbers), missing, size)

    def _steps(self, numbers: range, size: Size) -> Iterator[range]:
        first = numbers.start
        while first < numbers.stop:
            step = range(first, min(first + max(1, size() // len(self.plan.rules)), numbers.stop))
            self._out_pairs = (step.stop - 1) * len(self.plan.rules)
            yield step
            first = step.stop

    def _is_far_ahead(self, trial: Trial, size: Size) -> bool:
        return self._out_pairs - trial.pairs > max(LEAST_AHEAD_PAIRS, BATCHES_AHEAD * size())


class SwissSchedule(Schedule):
    """The games of a Swiss tournament: a round is paired when the one before it has been played to its end."""

    is_stepwise = True

    def __init__(self, plan: Plan, half_points: HalfPoints) -> None:
        super().__init__(plan)
        self._half_points = half_points

    def parts(self) -> Iterator[Part | None]:
        """Return the rounds; round k is on the deals that follow those of round k - 1."""
        table = self.plan.table
        bots = swiss.Field(self.plan.keys, self.plan.seed)
        for turn in range(table.swiss_rounds):
            numbers = range(turn * table.rounds + 1, (turn + 1) * table.rounds + 1)
            pairings, out = swiss.pair(bots)
            pairings = [self._by_key(pairing) for pairing in pairings]
            yield Part(lambda pairings=pairings: pairings, numbers)  # type: ignore[misc]
            for pairing in pairings:
                while (share := self._share(pairing, numbers)) is None:
                    yield None
                bots.score(pairing, share)
            if out is not None:
                bots.give_bye(out)

    def _by_key(self, pairing: Pairing) -> Pairing:
        one, other = sorted(pairing, key=self.plan.keys.__getitem__)
        return one, other

    def _share(self, pairing: Pairing, numbers: range) -> Fraction | None:
        """Return the share of a meeting's points that the first bot has scored, None if it is not played to its end."""
        scored = 0
        pairs = iter(self.pairs_of(Part(lambda: [pairing], numbers), lambda: CHUNK_PAIRS))
        while some := list(islice(pairs, CHUNK_PAIRS)):
            names = [name for pair in some for name in self.ids_of(pair)]
            found = self._half_points(names)
            if len(found) < len(names):
                return None
            scored += sum(found[name] if place % 2 == 0 else 2 - found[name] for place, name in enumerate(names))
        return Fraction(scored, 2 * len(LEGS) * len(numbers) * len(self.plan.rules))
