"""A dialogue in virtual time: two seats and the arbiter's greeting, framing and referee, looked at after every line."""

from collections.abc import Sequence
from functools import reduce
from operator import or_
from random import Random

from arbiter.record import TurnRecord
from arbiter.rules.cards import parse_cards
from arbiter.rules.proof import Reason, Refusal
from arbiter.rules.state import State
from arbiter.stress.drive import Drive
from arbiter.stress.engine import facts
from arbiter.stress.finding import InvalidScriptError, demand, nothing_raises
from arbiter.stress.judgement import Settled, check_return, check_turn
from arbiter.stress.oracle import ANSWER, IGNORED, ILLEGAL, MALFORMED, NOTE, OK, UNKNOWN, Oracle, claims_in
from arbiter.stress.reception import Reception
from arbiter.stress.script import NOBODY_FUZZED, TIMEOUT, Event, Script
from arbiter.stress.speech import Speech
from arbiter.stress.watch import Watch
from arbiter.verdicts import FaultKind

_HARMLESS = (IGNORED, NOTE, OK, UNKNOWN, ANSWER)


class Dialogue(Drive):
    """One game between a seat that may say anything and one that is honest.

    `events` is what both did so far, `prompts` how often the seat of each had been asked before, `heard` the lines,
    `faults` the kinds of which a seat's fault must be.
    """

    def __init__(self, script: Script, random: Random) -> None:
        """Greet the bots and announce the game. Raise `FindingError` if what comes of it is not what must."""
        super().__init__(script.order)
        self.script, self.random = script, random
        self.events: list[Event] = []
        self.prompts: list[int] = []
        self.faults: list[Sequence[str]] = [(), ()]
        self.heard: tuple[list[bytes], list[bytes]] = ([], [])
        self.greeting_lines: list[bytes] = []
        self.speech = Speech(self.referee)
        self.oracle = Oracle(self.referee)
        self.watch = Watch(self.referee.state)
        self._known = [0, 0]
        self._before: State | None = None
        self._claims: Sequence[int] | None = ()
        with nothing_raises():
            self._greet()
            self._look_round()

    @property
    def is_over(self) -> bool:
        """Whether there is a verdict."""
        return self.referee.verdict is not None

    def take(self, event: Event) -> None:
        """Let a seat do something. Raise `FindingError` if what comes of it is not what must."""
        self.events.append(event)
        self.prompts.append(self.speech.prompts[event.seat])
        if event.seat != self.script.fuzzed and event.end:
            raise InvalidScriptError(event)
        with nothing_raises():
            self.do(event)
            self._look_round()

    def hidden_from(self, seat: int) -> set[int]:
        """Return the cards that a seat has not seen."""
        state = self.referee.state
        cards = {*state.hands[1 - seat]}.union(*(deck[top:] for deck, top in zip(state.decks, state.tops, strict=True)))
        return {card for card in cards if not self._known[seat] >> card & 1}

    def hear(self, seat: int, line: bytes, wall_ns: int) -> None:
        """Let the referee hear a line, and compare what comes of it with what must."""
        referee, state = self.referee, self.referee.state
        self.heard[seat].append(line)
        expected = self.oracle.expect(seat, line, wall_ns)
        if seat != self.script.fuzzed and expected[0] not in _HARMLESS and self.script.fuzzed != NOBODY_FUZZED:
            raise InvalidScriptError(line)
        before, turns = state.copy(), len(referee.turns)
        super().hear(seat, line, wall_ns)
        outcome = self._outcome(seat, expected)
        self.oracle.note(seat, outcome)
        if outcome == ANSWER:
            self._check_answer(seat, line, before, turns, wall_ns)
            return
        demand(len(referee.turns) == turns, "a line that is no answer counts as a turn", line)
        if not (outcome == ILLEGAL and state.rules.expert):
            demand(facts(before) == facts(state), "a line that is no answer changes the position", line)
        if outcome not in _HARMLESS:
            self._expect_fault(seat, expected)

    def expire(self, seat: int) -> None:
        """Let a seat's time be over."""
        if not self.referee.asked >> seat & 1:
            raise InvalidScriptError(TIMEOUT)
        self._expect_fault(seat, (FaultKind.TIMEOUT,))
        super().expire(seat)

    def fail(self, seat: int, kind: FaultKind, why: str) -> None:
        """Let a seat commit a fault that is no line."""
        self._expect_fault(seat, (kind,))
        super().fail(seat, kind, why)

    def _greet(self) -> None:
        seat = self.script.fuzzed
        wrong = ""
        if seat != NOBODY_FUZZED:
            reception = Reception(self.framing[seat])
            wrong = reception.hear(self.script.greeting)
            self.greeting_lines = reception.lines
        if wrong:
            self.fail(seat, FaultKind.STARTUP, wrong)
        else:
            self.referee.open()

    def _look_round(self) -> None:
        self.speech.check(self.take_lines())
        self._check_faults()
        for seat in (0, 1):
            self._known[seat] |= reduce(or_, (1 << card for card in self.referee.state.hands[seat]), 0)

    def _outcome(self, seat: int, expected: Sequence[str]) -> str:
        """Return what has come of a line, as far as it shows at once."""
        if expected[0] in _HARMLESS and not (MALFORMED in expected and self.referee.has_failed(seat)):
            return expected[0]
        return expected[-1]

    def _check_answer(self, seat: int, line: bytes, before: State, turns: int, wall_ns: int) -> None:
        referee, state = self.referee, self.referee.state
        demand(len(referee.turns) == turns + 1, "a legal answer is not taken", line, referee.verdict)
        turn = referee.turns[-1]
        told = turn.seat, turn.turn, turn.reply, turn.wall_ns
        demand(told == (seat, before.turn, line.decode(), wall_ns), "an answer is recorded wrongly", line, turn)
        self.speech.spend(seat, wall_ns, not state.owed)
        self._known[seat] |= reduce(or_, (1 << card for card in state.hands[seat]), 0)
        words = line.decode().split()
        if before.owed:
            check_return(state, [name for name in words[2].split(",") if name != "-"])
        else:
            self._before, self._claims = before, claims_in(words)
        if self._before and not state.owed:
            settled = Settled(self._claims, [stone - 1 for stone in turn.granted], _refusals(turn))
            check_turn(self._before, state, settled, self.watch, self.random)
            if turn.refused and referee.order.strict:
                self._expect_fault(seat, (ILLEGAL,))
        self.watch.look(self.random)

    def _expect_fault(self, seat: int, kinds: Sequence[str]) -> None:
        if self.script.fuzzed == 1 - seat:
            raise InvalidScriptError(kinds)
        self.faults[seat] = self.faults[seat] or kinds

    def _check_faults(self) -> None:
        verdict = self.referee.verdict
        for seat in (0, 1):
            is_at_fault, must_be = self.referee.has_failed(seat), bool(self.faults[seat])
            demand(is_at_fault or not must_be, "a fault is not noticed", seat, self.faults[seat])
            demand(must_be or not is_at_fault, "a seat is blamed for nothing", seat, verdict)
        if verdict and verdict.fault:
            seat = verdict.fault.seat
            demand(verdict.fault.kind in self.faults[seat], "a fault of another kind", verdict, self.faults[seat])
            demand((verdict.winner, verdict.points[seat]) == (1 - seat, 0), "a fault that wins", verdict)


def _refusals(turn: TurnRecord) -> list[tuple[int, Refusal]]:
    return [(each.stone - 1, Refusal(Reason(each.reason), parse_cards(each.cards))) for each in turn.refused]
