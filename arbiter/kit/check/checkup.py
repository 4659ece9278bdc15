"""A checkup: all checks of a bot in their order, none of them without what it builds on."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial

from arbiter.control import MS
from arbiter.kit.check import games, manners
from arbiter.kit.check.examiner import Examiner
from arbiter.kit.check.finding import Finding, Outcome, Watch, passed
from arbiter.kit.check.positions import check_positions
from arbiter.kit.check.settings import check_settings
from arbiter.kit.check.situations import MATTERS
from arbiter.rules.variants import Rules
from arbiter.transcript import shown

Check = Callable[[Examiner], Finding]

MANNERS: dict[str, Check] = {
    "options": manners.check_options,
    "ping": manners.check_ping,
    "ping under load": manners.check_burst,
    "quit": manners.check_quit,
    "end of input": manners.check_end_of_input,
    "TERM": manners.check_term,
}
SEVERAL, RESTART, RECRUITER = "games in one process", "restart in mid-game", "recruiter"
GAMES: dict[str, Check] = {
    "long game": games.check_long_game,
    SEVERAL: games.check_two_games,
    RESTART: games.check_restart,
    RECRUITER: games.check_recruiter,
    "unknown fields and words": games.check_unknown,
    "CR LF": games.check_carriage_returns,
    "draw and void": games.check_results,
    "settings": check_settings,
    **{name: partial(check_positions, name=name) for name in MATTERS},
}
BASIS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(GAMES, (SEVERAL,)),
    **dict.fromkeys(MATTERS, (SEVERAL, RESTART)),
    **dict.fromkeys(("long game", SEVERAL, RESTART), ()),
    "returns": (SEVERAL, RESTART, RECRUITER),
}


@dataclass(frozen=True, slots=True)
class Checkup:
    """What came of all checks."""

    key: str
    command: tuple[str, ...]
    findings: tuple[Finding, ...]

    @property
    def has_passed(self) -> bool:
        """Whether no check has failed."""
        return not self.troubles

    @property
    def troubles(self) -> list[Finding]:
        """The findings of the checks that failed."""
        return [finding for finding in self.findings if finding.outcome is Outcome.FAILED]


def examine(examiner: Examiner, watch: Watch) -> Checkup:
    """Make all checks of a bot; `watch` is told the name of each before it starts."""
    program = examiner.program
    return Checkup(program.key, program.command, tuple(_findings(examiner, watch)))


def _findings(examiner: Examiner, watch: Watch) -> Iterator[Finding]:
    watch("start-up")
    greeting = manners.check_greeting(examiner)
    yield greeting
    if greeting.outcome is Outcome.FAILED:
        variants = [rules.variant for rules in examiner.rules]
        yield from _skipped((*MANNERS, *variants, *GAMES), "the bot does not start up")
        return
    for name, check in MANNERS.items():
        watch(name)
        yield check(examiner)
    sound: list[Rules] = []
    yield from _variants(examiner, watch, sound)
    if sound:
        yield from _games(replace(examiner, rules=sound), watch)
    else:
        yield from _skipped(GAMES, "no plain game goes well")
    yield from _figures(examiner)


def _skipped(names: Iterable[str], why: str) -> Iterator[Finding]:
    return (Finding(name, Outcome.SKIPPED, why) for name in names)


def _games(examiner: Examiner, watch: Watch) -> Iterator[Finding]:
    """Yield what came of games under odd circumstances; some of them build on others."""
    sound = set()
    for name, check in GAMES.items():
        watch(name)
        lacking = [basis for basis in BASIS[name] if basis not in sound]
        finding = Finding(name, Outcome.SKIPPED, f"{lacking[0]!r} has not passed") if lacking else check(examiner)
        if finding.outcome is Outcome.PASSED:
            sound.add(name)
        yield finding


def _variants(examiner: Examiner, watch: Watch, sound: list[Rules]) -> Iterator[Finding]:
    """Yield what came of each variant, and note in `sound` those that went well; the first one decides on the rest."""
    for place, rules in enumerate(examiner.rules):
        watch(rules.variant)
        if place and not sound:
            yield Finding(rules.variant, Outcome.SKIPPED, f"{examiner.rules[0].variant} does not go well")
            continue
        finding = games.check_variant(examiner, rules)
        if finding.outcome is Outcome.PASSED:
            sound.append(rules)
        yield finding


def _figures(examiner: Examiner) -> Iterator[Finding]:
    """Yield what was measured on the way; nothing of it can fail here, for each limit has been watched all the time."""
    tally, control = examiner.tally, examiner.control
    starts, moves = tally.startups_ns, tally.moves_ns
    yield passed(
        "start-up time", f"{_spread(starts)} of {len(starts)} starts, the limit is {control.startup_ns // MS} ms"
    )
    if moves:
        limit = "none" if control.move_ns is None else f"{control.move_ns // MS} ms"
        yield passed("move time", f"{_spread(moves)} of {len(moves)} answers, the limit is {limit}")
    lines = tally.error_tail.decode("utf-8", "backslashreplace").split("\n")
    last = next((f", such as {shown(line, 60)!r}" for line in reversed(lines) if line.strip()), "")
    yield passed("standard error", f"{tally.error_bytes} bytes{last}; all of it is read, so it holds nobody up")


def _spread(times_ns: list[int]) -> str:
    return f"mean {sum(times_ns) / len(times_ns) / MS:.2f} ms, worst {max(times_ns) / MS:.2f} ms"
