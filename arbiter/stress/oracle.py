"""Tells what must come of a bot's line, from protocol/SPEC.md and the position."""

from dataclasses import dataclass, field
from enum import IntEnum

from arbiter.referee import UNKNOWN_WORDS, Referee
from arbiter.rules.cards import JOKERS, NAMES
from arbiter.rules.notation import format_play
from arbiter.rules.state import State
from arbiter.stress.choice import claimed
from arbiter.stress.grammar import Reading, read
from arbiter.verdicts import FaultKind

IGNORED, NOTE, OK, UNKNOWN, ANSWER = "ignored", "note", "ok", "unknown", "answer"
MALFORMED, ILLEGAL, TIMEOUT = FaultKind.MALFORMED, FaultKind.ILLEGAL, FaultKind.TIMEOUT


class Phase(IntEnum):
    """Where a seat is in a game."""

    SETTING_UP = 0
    WAITING = 1
    ON_TURN = 2
    RETURNING = 3
    OVER = 4


_DUE = {"ok": (Phase.SETTING_UP,), "play": (Phase.ON_TURN,), "pass": (Phase.ON_TURN,), "return": (Phase.RETURNING,)}


@dataclass(slots=True)
class Oracle:
    """What the seats of one game have said so far, as far as it matters to what may come next."""

    referee: Referee
    is_ready: list[bool] = field(default_factory=lambda: [False, False])
    unknown: list[int] = field(default_factory=lambda: [0, 0])

    def phase(self, seat: int) -> Phase:
        """Return where a seat is."""
        referee = self.referee
        if referee.verdict or referee.has_failed(seat):
            return Phase.OVER
        if not self.is_ready[seat]:
            return Phase.SETTING_UP
        if not all(self.is_ready) or referee.state.seat != seat:
            return Phase.WAITING
        return Phase.RETURNING if referee.state.owed else Phase.ON_TURN

    def expect(self, seat: int, line: bytes, wall_ns: int) -> tuple[str, ...]:
        """Return what may come of a line: one thing, or more where the specification leaves it open."""
        phase = self.phase(seat)
        if phase is Phase.OVER:
            return (IGNORED,)
        reading = read(line)
        if reading is Reading.MALFORMED:
            return (MALFORMED,)
        words = line.decode().split()
        if reading is Reading.UNKNOWN:
            return self._expect_unknown(seat, phase)
        if words[0] == "note":
            return (NOTE,)
        if phase not in _DUE.get(words[0], ()):
            return (MALFORMED,)
        expected = self._expect_answer(words, wall_ns)
        return (*expected, MALFORMED) if reading is Reading.UNSETTLED else expected

    def note(self, seat: int, outcome: str) -> None:
        """Take note of what has come of a line."""
        self.is_ready[seat] |= outcome == OK

    def _expect_unknown(self, seat: int, phase: Phase) -> tuple[str, ...]:
        self.unknown[seat] += 1
        is_due = phase in (Phase.ON_TURN, Phase.RETURNING)
        return (MALFORMED,) if is_due or self.unknown[seat] > UNKNOWN_WORDS else (UNKNOWN,)

    def _expect_answer(self, words: list[str], wall_ns: int) -> tuple[str, ...]:
        limit_ns = self.referee.limit_ns
        if limit_ns is not None and wall_ns > limit_ns + self.referee.order.time.margin_ns:
            return (TIMEOUT,)
        if words == ["ok"]:
            return (OK,)
        if int(words[1]) != self.referee.state.turn:
            return (MALFORMED,)
        return (ANSWER,) if is_legal(self.referee.state, words) else (ILLEGAL,)


def is_legal(state: State, words: list[str]) -> bool:
    """Tell whether a well-formed answer to the open turn is within the rules."""
    if words[0] == "return":
        return _may_return(state, words[2])
    if words[-1] == "tactics" and words[-2] == "draw" and not state.rules.tactics:
        return False
    claims = claims_in(words)
    after = claimed(state, claims) if state.rules.expert else state
    if after.ending:
        return True
    end = next((place for place, word in enumerate(words) if word in ("claim", "draw")), len(words))
    play = "pass" if words[0] == "pass" else " ".join(words[2:end])
    return play in {format_play(legal, after) for legal in after.legal_plays()}


def claims_in(words: list[str]) -> list[int] | None:
    """Return the stones 0 to 8 that an answer claims, or None for all."""
    if "claim" not in words:
        return []
    named = words[words.index("claim") + 1]
    return None if named == "all" else [int(stone) - 1 for stone in named.split(",")]


def _may_return(state: State, cards: str) -> bool:
    names = [] if cards == "-" else cards.split(",")
    has_played_joker = state.jokers_played[state.seat] > 0
    held = [NAMES[card] for card in state.hands[state.seat] if not (1 << card & JOKERS and has_played_joker)]
    is_held = all(names.count(name) <= held.count(name) for name in names)
    return is_held and len(names) == min(2, len(held))
