"""The referee of one game, without input or output: lines in, lines and a verdict out.

Whoever drives it hands it every line with the time it took, sends what `take_sends` returns, and tells it when a time
limit has passed or a bot is gone. A fault of a seat that is asked ends the game; one of the other seat is kept until
that seat is to be asked, so that nobody's thinking is cut short.
"""

from collections.abc import Sequence
from typing import Final

from arbiter.clock import Clock
from arbiter.control import MS
from arbiter.order import Order
from arbiter.record import RefusedRecord, TurnRecord
from arbiter.rules.cards import NAMES, UnknownCardError, names_in
from arbiter.rules.notation import PlayError, format_play, parse_play, parse_returns
from arbiter.rules.plays import PASS
from arbiter.rules.proof import Reason, Refusal
from arbiter.rules.state import State
from arbiter.rules.turn import Game, Turn
from arbiter.sight import Sight
from arbiter.transcript import Transcript, shown
from arbiter.verdicts import WHY, Fault, FaultKind, Verdict, forfeit, result_for, void
from protocol import codec
from protocol.codec import Malformed
from protocol.messages import Note, Ok, Pass, Play, Refused, Return, Unknown, UnknownWord
from protocol.standing import EXPECTED, NEXT, Standing

UNKNOWN_WORDS: Final = 20
NOTES: Final = 100
NOTE_BYTES: Final = 8192

_BOTH: Final = 0b11
_WAITING: Final = Standing.WAITING
_ON_TURN: Final = Standing.ON_TURN
_RETURNING: Final = Standing.RETURNING


class Referee:
    """One game. `verdict` is None while it goes on.

    `asked` is the set of seats (bit 0, bit 1) that owe an answer, `limit_ns` how long they have for it from the
    moment their line has been written, without the margin; None is no limit. `state` is the position, `turns` what
    was answered, `commitment` that of the deal.
    """

    def __init__(self, order: Order, began_ns: int) -> None:
        deal = order.deal
        self.order = order
        self.commitment = deal.commitment
        self.state = State.deal(order.rules, deal.clan, deal.tactics)
        self.turns: list[TurnRecord] = []
        self.verdict: Verdict | None = None
        self.asked = 0
        self.limit_ns: int | None = None
        self.transcript = Transcript(began_ns)
        self._clock = Clock(order.time)
        self._margin_ns = order.time.margin_ns
        self._game = Game(self.state)
        self._sight = Sight(self.state)
        self._standing = [Standing.IDLE, Standing.IDLE]
        self._pending: list[Fault | None] = [None, None]
        self._sends: list[tuple[int, str]] = []
        self._news = ["", ""]
        self._notes: list[list[str]] = [[], []]
        self._note_bytes = [0, 0]
        self._note_count = [0, 0]
        self._unknown = [0, 0]
        self._spent_ns = 0
        self._said = ""

    def open(self) -> None:
        """Announce the game to both seats."""
        for seat in (0, 1):
            self._standing[seat] = Standing.SETTING_UP
            self._sends.append((seat, self._game_line(seat)))
        self.asked = _BOTH
        self.limit_ns = self.order.time.setup_ns

    def take_sends(self) -> list[tuple[int, str]]:
        """Return the (seat, text) pairs to be written now, in order. A text is one or more lines with their ends."""
        sends, self._sends = self._sends, []
        return sends

    def hear(self, seat: int, line: bytes, at_ns: int, wall_ns: int, cpu_ns: int) -> None:
        """Take a line of a seat, read at `at_ns`; `wall_ns` and `cpu_ns` are what it took since the seat was asked."""
        self.transcript.add((at_ns, seat, "<", line))
        if self._pending[seat] or self.verdict:
            return
        message = codec.decode_from_bot(line)
        kind = type(message)
        if kind not in NEXT[self._standing[seat]]:
            self._hear_stray(seat, line, message)
        elif kind is Note:
            self._hear_note(seat, message.text)  # type: ignore[union-attr]
        elif self.limit_ns is not None and wall_ns > self.limit_ns + self._margin_ns:
            took = f"{wall_ns / MS:.1f} ms, the limit was {self.limit_ns // MS} ms"
            self.expire(seat, f"the answer came too late: it took {took}")
        elif kind is Ok:
            self._hear_ok(seat)
        else:
            self._hear_answer(seat, message, line, wall_ns, cpu_ns)  # type: ignore[arg-type]

    def hear_early(self, seat: int, line: bytes, at_ns: int) -> None:
        """Take a line of a seat that `is_about_to_ask` it: it was said before the question."""
        standing, self._standing[seat] = self._standing[seat], _WAITING
        self.hear(seat, line, at_ns, 0, 0)
        if not self.verdict:
            self._standing[seat] = standing

    def is_about_to_ask(self, seat: int) -> bool:
        """Tell whether a question for a seat waits to be sent."""
        return any(to == seat and not text.startswith("unknown ") for to, text in self._sends)

    def expire(self, seat: int, why: str = "") -> None:
        """Take notice that a seat's time is over."""
        limit = "" if self.limit_ns is None else f" in {self.limit_ns // MS} ms"
        what = EXPECTED[self._standing[seat]]
        self._blame(Fault(seat, FaultKind.TIMEOUT, why or f"no {what}{limit}", expected=what, legal=self._legal(seat)))

    def fail(self, seat: int, kind: FaultKind, why: str) -> None:
        """Take notice of a fault that is no line: a process that is gone, a flood of bytes."""
        self._blame(Fault(seat, kind, why))

    def annul(self, why: str) -> None:
        """End the game without blame."""
        self._finish(void(why, self._stones()))

    def has_failed(self, seat: int) -> bool:
        """Tell whether a seat has a fault, also one that has not come to be judged."""
        return self._pending[seat] is not None

    def _game_line(self, seat: int) -> str:
        order, control = self.order, self.order.time
        rules, commitment = order.rules, self.commitment
        fields = {
            "id": commitment[:16],
            "seat": ("first", "second")[seat],
            "variant": rules.variant,
            "ranking": rules.ranking.value,
            "lead": rules.tactics_lead,
            "strict": "yes" if order.strict else "no",
            "move": "-" if control.move_ns is None else control.move_ns // MS,
            "clock": "-" if control.game_ns is None else control.game_ns // MS,
            "increment": control.increment_ns // MS,
            "deck": commitment,
            "seed": order.seeds[seat],
        }
        return f"game {codec.fields_text(fields)}\n"

    def _hear_ok(self, seat: int) -> None:
        self._standing[seat] = _WAITING
        self.asked &= ~(1 << seat)
        if not self.asked:
            self._ask()

    def _ask(self) -> None:
        """Ask the seat to move for its turn, unless a fault of its own is pending."""
        state = self.state
        seat = state.seat
        pending = self._pending[seat]
        if pending:
            self._lose(pending)
            return
        self._spent_ns = 0
        self._standing[seat] = _ON_TURN
        self.asked = 1 << seat
        self.limit_ns = self._clock.limit_ns(seat)
        news, self._news[seat] = self._news[seat], ""
        self._sends.append((seat, f"{news}turn {state.turn} {self._sight.fields(seat)} {self._clock.fields(seat)}\n"))

    def _ask_return(self, seat: int, drawn: Sequence[int], wall_ns: int) -> None:
        """Ask for the second step of a recruiter, on what is left of the turn's time."""
        self._spent_ns = wall_ns
        self._standing[seat] = _RETURNING
        if self.limit_ns is not None:
            self.limit_ns = max(self.limit_ns - wall_ns, 0)
        drew = codec.list_text(NAMES[card] for card in drawn)
        fields = f"{self._sight.fields(seat)} {self._clock.fields(seat, wall_ns)}"
        self._sends.append((seat, f"return {self.state.turn} give={self.state.owed} drew={drew} {fields}\n"))

    def _hear_answer(self, seat: int, message: Play | Pass | Return, line: bytes, wall_ns: int, cpu_ns: int) -> None:
        if message.number != self.state.turn:
            stale = f"turn {self.state.turn} is open, not {message.number}"
            column = line.index(line.split()[1]) + 1
            self._malformed(seat, line, Malformed(stale, column, str(self.state.turn)))
        elif isinstance(message, Return):
            self._hear_return(seat, message, line, wall_ns, cpu_ns)
        else:
            self._hear_turn(seat, message, line, wall_ns, cpu_ns)

    def _hear_turn(self, seat: int, message: Play | Pass, line: bytes, wall_ns: int, cpu_ns: int) -> None:
        state = self.state
        number, deck, play, said = message.number, 0, PASS, "pass"
        if isinstance(message, Play):
            try:
                play = parse_play(message.words, state)
            except (PlayError, UnknownCardError) as error:
                self._illegal(seat, line, str(error))
                return
            said = f"play {' '.join(message.words)}"
            deck = message.deck == "tactics"
        claims = None if message.claims is None else [stone - 1 for stone in message.claims]
        hand = len(state.hands[seat])
        turn = self._game.take(play, claims, deck)
        if turn.illegal:
            self._illegal(seat, line, turn.illegal)
        elif turn.is_over:
            self._close_turn(number, seat, line, wall_ns, cpu_ns, turn, said)
        else:
            self._keep(number, seat, line, wall_ns, cpu_ns, None)
            self._said = said
            self._ask_return(seat, state.hands[seat][hand - 1 :], wall_ns)

    def _hear_return(self, seat: int, message: Return, line: bytes, wall_ns: int, cpu_ns: int) -> None:
        turn = self._game.give_back(parse_returns(message.cards, self.state))
        if turn.illegal:
            self._illegal(seat, line, turn.illegal)
        else:
            self._close_turn(message.number, seat, line, wall_ns, cpu_ns, turn, self._said)

    def _close_turn(
        self, number: int, seat: int, line: bytes, wall_ns: int, cpu_ns: int, turn: Turn, said: str
    ) -> None:
        self._keep(number, seat, line, wall_ns, cpu_ns, turn)
        self._standing[seat] = _WAITING
        self._clock.spend(seat, self._spent_ns + wall_ns)
        self._news[1 - seat] += codec.opponent_text(number, said, self.turns[-1].granted, turn.drawn) + "\n"
        if turn.refused:
            self._tell_refusals(number, seat, turn.refused)
            if self.order.strict:
                why = _refusal_text(*turn.refused[0])
                self._lose(Fault(seat, FaultKind.ILLEGAL, why, shown(line.decode())))
                return
        if self.state.ending:
            self._finish(self._verdict_of_rules())
        else:
            self._ask()

    def _keep(self, number: int, seat: int, line: bytes, wall_ns: int, cpu_ns: int, turn: Turn | None) -> None:
        granted: tuple[int, ...] = ()
        refused: tuple[RefusedRecord, ...] = ()
        notes: tuple[str, ...] = ()
        if turn and turn.granted:
            granted = tuple([stone + 1 for stone in turn.granted])
        if turn and turn.refused:
            refused = tuple([_refused_record(*each) for each in turn.refused])
        if self._notes[seat]:
            notes, self._notes[seat] = tuple(self._notes[seat]), []
        self.turns.append(TurnRecord(number, seat, line.decode(), wall_ns, cpu_ns, granted, refused, notes))

    def _tell_refusals(self, number: int, seat: int, refused: Sequence[tuple[int, Refusal]]) -> None:
        for stone, refusal in refused:
            message = Refused(number, stone + 1, str(refusal.reason), tuple(names_in(refusal.beater)))
            self._news[seat] += codec.encode(message) + "\n"

    def _hear_note(self, seat: int, text: str) -> None:
        self._note_count[seat] += 1
        self._note_bytes[seat] += len(text)
        if self._note_count[seat] <= NOTES and self._note_bytes[seat] <= NOTE_BYTES:
            self._notes[seat].append(text)

    def _hear_stray(self, seat: int, line: bytes, message: object) -> None:
        """Judge a line that the table of `protocol.standing` has no place for."""
        standing = self._standing[seat]
        if isinstance(message, Unknown):
            self._unknown[seat] += 1
            self._sends.append((seat, codec.encode(UnknownWord(shown(message.word, 64))) + "\n"))
            if standing not in (_ON_TURN, _RETURNING) and self._unknown[seat] <= UNKNOWN_WORDS:
                return
            message = Malformed(f"{shown(message.word, 40)!r} is no word of the protocol", 1, EXPECTED[standing])
        elif not isinstance(message, Malformed):
            message = Malformed(f"out of turn: {line.split()[0].decode()}", 1, EXPECTED[standing])
        self._malformed(seat, line, message)

    def _malformed(self, seat: int, line: bytes, wrong: Malformed) -> None:
        why = f"{wrong.why} (column {wrong.column}; expected: {wrong.expected})"
        text = shown(line.decode("latin-1"))
        legal = self._legal(seat)
        self._blame(Fault(seat, FaultKind.MALFORMED, why, text, wrong.column, wrong.expected, legal))

    def _illegal(self, seat: int, line: bytes, why: str) -> None:
        # Without needless spaces an answer is never cut, so that it can be heard again: its claims may have been granted.
        text = shown(" ".join(line.decode().split()))
        self._blame(Fault(seat, FaultKind.ILLEGAL, why, text, 1, EXPECTED[self._standing[seat]], self._legal(seat)))

    def _legal(self, seat: int) -> tuple[str, ...]:
        """Return the legal answers of a seat that is asked: plays in words, or cards that may be returned."""
        state = self.state
        if self._standing[seat] is _RETURNING:
            return tuple(NAMES[card] for card in state.returnable(seat))
        if self._standing[seat] is _ON_TURN and not state.ending:
            return tuple(format_play(play, state) for play in state.legal_plays())
        return ()

    def _blame(self, fault: Fault) -> None:
        """End the game by a fault of a seat that is asked; keep one of another seat until it is."""
        seat = fault.seat
        is_waiting = self._standing[seat] is _WAITING and self.state.seat != seat
        if self._pending[seat]:
            return
        if self.verdict or is_waiting:
            self._pending[seat] = fault
        else:
            self._lose(fault)

    def _lose(self, fault: Fault) -> None:
        self._pending[fault.seat] = fault
        self._finish(forfeit(fault, self._stones()))

    def _stones(self) -> tuple[int, int]:
        first, second = self.state.taken
        return first.bit_count(), second.bit_count()

    def _verdict_of_rules(self) -> Verdict:
        state = self.state
        ending = str(state.ending)
        return Verdict(ending, state.winner, WHY[ending], self._stones(), state.points())

    def _finish(self, verdict: Verdict) -> None:
        self.verdict = verdict
        self.asked = 0
        for seat in (0, 1):
            result = codec.encode(result_for(verdict, seat))
            self._sends.append((seat, f"{self._news[seat]}{result}\n"))
            self._standing[seat] = Standing.IDLE


def _refused_record(stone: int, refusal: Refusal) -> RefusedRecord:
    return RefusedRecord(stone + 1, str(refusal.reason), tuple(names_in(refusal.beater)))


def _refusal_text(stone: int, refusal: Refusal) -> str:
    beaten = f" by {codec.list_text(names_in(refusal.beater))}" if refusal.reason is Reason.BEATABLE else ""
    return f"the claim of stone {stone + 1} is refused ({refusal.reason}{beaten}), and this match is strict"
