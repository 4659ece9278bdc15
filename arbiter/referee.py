"""The referee of one game, without input or output: lines in, lines and a verdict out.

Whoever drives it hands it every line with the time it took, sends what `take_sends` returns, and tells it when a time
limit has passed or a bot is gone. A fault of the seat that is asked ends the game; one of the other seat is kept until that seat
is to be asked, so that nobody's thinking is cut short.
"""

from collections import deque
from collections.abc import Sequence

from arbiter.clock import MS, Clock
from arbiter.order import Order
from arbiter.record import LineRecord, RefusedRecord, TurnRecord
from arbiter.rules.cards import NAMES, UnknownCardError, names_in, parse_card
from arbiter.rules.notation import PlayError, format_play, parse_play
from arbiter.rules.plays import PASS
from arbiter.rules.proof import Reason, Refusal
from arbiter.rules.state import NOBODY, State
from arbiter.rules.turn import Game, Turn
from arbiter.sight import Sight
from arbiter.verdicts import Fault, FaultKind, Verdict, forfeit, void
from protocol import codec, messages
from protocol.codec import Malformed
from protocol.messages import Note, Ok, Opponent, Pass, Play, Refused, Result, Return, Unknown
from protocol.standing import EXPECTED, NEXT, Standing

UNKNOWN_WORDS = 20
NOTES, NOTE_BYTES = 100, 8192
TRANSCRIPT_LINES = 60
SHOWN = 200

_BOTH = 0b11


class Referee:
    """One game. `verdict` is None while it goes on.

    `asked` is the set of seats (bit 0, bit 1) that owe an answer, `limit_ns` how long they have for it from the moment
    their line has been written, without the margin; None is no limit. `began_ns` is the time that `at_ns` counts from.
    """

    def __init__(self, order: Order, began_ns: int) -> None:
        deal = order.deal
        self.order = order
        self.began_ns = began_ns
        self.state = State.deal(order.rules, deal.clan, deal.tactics)
        self.clock = Clock(order.time)
        self.turns: list[TurnRecord] = []
        self.verdict: Verdict | None = None
        self.asked = 0
        self.limit_ns: int | None = None
        self._game = Game(self.state)
        self._sights = Sight(self.state, 0), Sight(self.state, 1)
        self._standing = [Standing.IDLE, Standing.IDLE]
        self._pending: list[Fault | None] = [None, None]
        self._sends: list[tuple[int, str]] = []
        self._news = ["", ""]
        self._notes: list[list[str]] = [[], []]
        self._note_bytes = [0, 0]
        self._note_count = [0, 0]
        self._unknown = [0, 0]
        self._spent_ns = 0
        self._said: deque[tuple[int, int, str, str]] = deque(maxlen=TRANSCRIPT_LINES)

    def open(self) -> None:
        """Announce the game to both seats."""
        for seat in (0, 1):
            self._standing[seat] = Standing.SETTING_UP
            self._send(seat, self._game_line(seat))
        self.asked = _BOTH
        self.limit_ns = self.order.time.setup_ns

    def take_sends(self) -> list[tuple[int, str]]:
        """Return the (seat, text) pairs to be written now, in order. A text is one or more lines with their ends."""
        sends, self._sends = self._sends, []
        return sends

    def sent(self, seat: int, text: str, at_ns: int) -> None:
        """Note in the transcript what was written to a seat, and when."""
        self._said.append((at_ns, seat, ">", text))

    def hear(self, seat: int, line: bytes, at_ns: int, wall_ns: int, cpu_ns: int) -> None:
        """Take a line of a seat, read at `at_ns`; `wall_ns` and `cpu_ns` are what it took since the seat was asked."""
        self._said.append((at_ns, seat, "<", line.decode("latin-1")))
        if self._pending[seat] or self.verdict:
            return
        standing = self._standing[seat]
        message = codec.decode_from_bot(line)
        kind = type(message)
        after = NEXT.get((standing, kind))
        if after is None:
            self._hear_stray(seat, line, message)
            return
        if kind is Note:
            self._hear_note(seat, message.text)  # type: ignore[union-attr]
        elif kind is Ok:
            self._hear_ok(seat, wall_ns)
        elif self._is_in_time(seat, wall_ns):
            self._hear_answer(seat, message, line, wall_ns, cpu_ns)  # type: ignore[arg-type]

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

    def transcript(self) -> tuple[LineRecord, ...]:
        """Return the last lines in both directions, one record a line."""
        return tuple(
            LineRecord(at_ns - self.began_ns, seat, way, shown(line, codec_limit))
            for at_ns, seat, way, text in self._said
            for line in text.splitlines()[:20]
            for codec_limit in (4096 if way == ">" else SHOWN,)
        )

    def _game_line(self, seat: int) -> str:
        order = self.order
        control = order.time
        fields = {
            "id": order.id,
            "seat": ("first", "second")[seat],
            "variant": order.rules.variant,
            "ranking": str(order.rules.ranking),
            "lead": str(order.rules.tactics_lead),
            "strict": "yes" if order.strict else "no",
            "move": "-" if control.move_ns is None else str(control.move_ns // MS),
            "clock": "-" if control.game_ns is None else str(control.game_ns // MS),
            "increment": str(control.increment_ns // MS),
            "deck": order.deal.commitment,
            "seed": str(order.seeds[seat]),
        }
        return codec.encode(messages.Game(fields)) + "\n"

    def _send(self, seat: int, text: str) -> None:
        self._sends.append((seat, text))

    def _hear_ok(self, seat: int, wall_ns: int) -> None:
        if not self._is_in_time(seat, wall_ns):
            return
        self._standing[seat] = Standing.WAITING
        self.asked &= ~(1 << seat)
        if not self.asked:
            self._ask()

    def _is_in_time(self, seat: int, wall_ns: int) -> bool:
        limit = self.limit_ns
        if limit is None or wall_ns <= limit + self.order.time.margin_ns:
            return True
        took = f"{wall_ns / MS:.1f} ms, the limit was {limit // MS} ms"
        self.expire(seat, f"the answer came too late: it took {took}")
        return False

    def _ask(self) -> None:
        """Ask the seat to move for its turn, unless a fault of its own is pending."""
        state = self.state
        seat = state.seat
        pending = self._pending[seat]
        if pending:
            self._finish(forfeit(pending, self._stones()))
            return
        self._spent_ns = 0
        self._standing[seat] = Standing.ON_TURN
        self.asked = 1 << seat
        self.limit_ns = self.clock.limit_ns(seat)
        left, clock = self.clock.texts(seat)
        news, self._news[seat] = self._news[seat], ""
        self._sends.append(
            (seat, f"{news}turn {state.turn} {self._sights[seat].fields()} left={left} clock={clock}\n")
        )

    def _ask_return(self, seat: int, drawn: Sequence[int], wall_ns: int) -> None:
        self._spent_ns = wall_ns
        self._standing[seat] = Standing.RETURNING
        if self.limit_ns is not None:
            self.limit_ns = max(self.limit_ns - wall_ns, 0)
        left = "-" if self.limit_ns is None else str(self.limit_ns // MS)
        _, clock = self.clock.texts(seat)
        drew = codec.list_text(NAMES[card] for card in drawn)
        self._send(
            seat,
            f"return {self.state.turn} give={self.state.owed} drew={drew} {self._sights[seat].fields()} "
            f"left={left} clock={clock}\n",
        )

    def _hear_answer(self, seat: int, message: Play | Pass | Return, line: bytes, wall_ns: int, cpu_ns: int) -> None:
        state = self.state
        if message.number != state.turn:
            self._malformed(seat, line, Malformed(f"turn {state.turn} is open, not {message.number}", 6, str(state.turn)))
            return
        if isinstance(message, Return):
            self._hear_return(seat, message, line, wall_ns, cpu_ns)
            return
        claims = None if message.claims is None else [stone - 1 for stone in message.claims]
        number, deck = state.turn, 0
        if isinstance(message, Play):
            words, deck = message.words, message.deck == "tactics"
            try:
                play = parse_play(words, state)
            except (PlayError, UnknownCardError) as error:
                self._illegal(seat, line, str(error))
                return
            said = f"play {' '.join(words)}"
        else:
            play, said = PASS, "pass"
        hand = len(state.hands[seat])
        turn = self._game.take(play, claims, deck)
        if turn.illegal:
            self._illegal(seat, line, turn.illegal)
            return
        if not turn.is_over:
            self._keep(number, seat, line, wall_ns, cpu_ns, None)
            self._unfinished = number, said
            self._ask_return(seat, state.hands[seat][hand - 1 :], wall_ns)
            return
        self._close_turn(number, seat, line, wall_ns, cpu_ns, turn, said)

    def _hear_return(self, seat: int, message: Return, line: bytes, wall_ns: int, cpu_ns: int) -> None:
        try:
            cards = self._cards_of_hand(seat, message.cards)
        except ValueError as error:
            self._illegal(seat, line, str(error))
            return
        turn = self._game.give_back(cards)
        if turn.illegal:
            self._illegal(seat, line, turn.illegal)
            return
        number, said = self._unfinished
        self._close_turn(number, seat, line, wall_ns, cpu_ns, turn, said)

    def _cards_of_hand(self, seat: int, names: Sequence[str]) -> list[int]:
        hand = self.state.hands[seat][:]
        cards = []
        for name in names:
            card = next((card for card in hand if NAMES[card] == name), parse_card(name))
            if card in hand:
                hand.remove(card)
            cards.append(card)
        return cards

    def _close_turn(
        self, number: int, seat: int, line: bytes, wall_ns: int, cpu_ns: int, turn: Turn, said: str
    ) -> None:
        self._keep(number, seat, line, wall_ns, cpu_ns, turn)
        self._standing[seat] = Standing.WAITING
        self.clock.spend(seat, self._spent_ns + wall_ns)
        granted = tuple([stone + 1 for stone in turn.granted])
        clan, tactics = turn.drawn
        if granted or clan != 1 or tactics:
            news = codec.encode(Opponent(number, said.removeprefix("play "), granted, turn.drawn))
        else:
            news = f"opponent {number} {said} draw 1+0"
        self._news[1 - seat] += news + "\n"
        for stone, refusal in turn.refused:
            self._news[seat] += self._refusal_line(number, stone, refusal)
        if turn.refused and self.order.strict:
            self._lose_by_refusal(seat, line, turn.refused[0])
        elif self.state.ending:
            self._finish(self._verdict_of_rules())
        else:
            self._ask()

    def _keep(self, number: int, seat: int, line: bytes, wall_ns: int, cpu_ns: int, turn: Turn | None) -> None:
        notes, self._notes[seat] = self._notes[seat], []
        granted = tuple([stone + 1 for stone in turn.granted]) if turn else ()
        refused = tuple([self._refused_record(*each) for each in turn.refused]) if turn and turn.refused else ()
        self.turns.append(
            TurnRecord(number, seat, line.decode("ascii"), wall_ns, cpu_ns, granted, refused, tuple(notes))
        )

    def _refused_record(self, stone: int, refusal: Refusal) -> RefusedRecord:
        return RefusedRecord(stone + 1, str(refusal.reason), tuple(names_in(refusal.beater)))

    def _refusal_line(self, number: int, stone: int, refusal: Refusal) -> str:
        refused = Refused(number, stone + 1, str(refusal.reason), tuple(names_in(refusal.beater)))
        return codec.encode(refused) + "\n"

    def _lose_by_refusal(self, seat: int, line: bytes, refused: tuple[int, Refusal]) -> None:
        stone, refusal = refused
        with_cards = f" by {codec.list_text(names_in(refusal.beater))}" if refusal.reason is Reason.BEATABLE else ""
        why = f"the claim of stone {stone + 1} is refused ({refusal.reason}{with_cards}), and this match is strict"
        self._illegal(seat, line, why)

    def _hear_note(self, seat: int, text: str) -> None:
        self._note_count[seat] += 1
        self._note_bytes[seat] += len(text)
        if self._note_count[seat] <= NOTES and self._note_bytes[seat] <= NOTE_BYTES:
            self._notes[seat].append(text)

    def _hear_stray(self, seat: int, line: bytes, message: object) -> None:
        """Judge a line that the table of `protocol.standing` has no place for."""
        standing = self._standing[seat]
        is_asked = standing in (Standing.ON_TURN, Standing.RETURNING)
        if isinstance(message, Unknown):
            self._unknown[seat] += 1
            self._send(seat, codec.encode(messages.UnknownWord(shown(message.word, 64).replace(" ", "_"))) + "\n")
            if not is_asked and self._unknown[seat] <= UNKNOWN_WORDS:
                return
            message = Malformed(f"{shown(message.word, 40)!r} is no word of the protocol", 1, EXPECTED[standing])
        elif not isinstance(message, Malformed):
            message = Malformed(f"out of turn: {line.split()[0].decode()}", 1, EXPECTED[standing])
        self._malformed(seat, line, message)

    def _malformed(self, seat: int, line: bytes, wrong: Malformed) -> None:
        self._blame(
            Fault(
                seat,
                FaultKind.MALFORMED,
                f"{wrong.why} (column {wrong.column}; expected: {wrong.expected})",
                shown(line.decode("latin-1")),
                wrong.column,
                wrong.expected,
                self._legal(seat),
            )
        )

    def _illegal(self, seat: int, line: bytes, why: str) -> None:
        expected = EXPECTED[self._standing[seat]]
        legal = self._legal(seat)
        self._blame(Fault(seat, FaultKind.ILLEGAL, why, shown(line.decode("latin-1")), 1, expected, legal))

    def _legal(self, seat: int) -> tuple[str, ...]:
        """Return the legal answers of a seat that is asked, in the protocol's words without the turn's number."""
        state = self.state
        if state.seat != seat or self.verdict or state.ending:
            return ()
        if self._standing[seat] is Standing.RETURNING:
            return tuple(NAMES[card] for card in state.returnable(seat))
        if self._standing[seat] is not Standing.ON_TURN:
            return ()
        return tuple(format_play(play, state) for play in state.legal_plays())

    def _blame(self, fault: Fault) -> None:
        """End the game by a fault of a seat that is asked; keep one of another seat until it is."""
        seat = fault.seat
        if self._pending[seat]:
            return
        self._pending[seat] = fault
        if self.verdict:
            return
        if self.asked >> seat & 1 or self._standing[seat] is not Standing.WAITING:
            self._finish(forfeit(fault, self._stones()))

    def _stones(self) -> tuple[int, int]:
        first, second = self.state.taken
        return first.bit_count(), second.bit_count()

    def _verdict_of_rules(self) -> Verdict:
        state = self.state
        ending = str(state.ending)
        return Verdict(ending, state.winner, _WHY[ending], self._stones(), state.points())

    def _finish(self, verdict: Verdict) -> None:
        self.verdict = verdict
        self.asked = 0
        self._sends = [send for send in self._sends if not send[1].startswith("turn ")]
        for seat in (0, 1):
            self._send(seat, self._news[seat] + codec.encode(self._result(seat, verdict)) + "\n")
            self._standing[seat] = Standing.IDLE

    def _result(self, seat: int, verdict: Verdict) -> Result:
        fault = verdict.fault
        outcome = "void" if verdict.ending == "void" else "draw"
        if verdict.winner != NOBODY:
            outcome = "win" if verdict.winner == seat else "loss"
        blame = "none" if fault is None else "you" if fault.seat == seat else "opponent"
        step = 1 if seat == 0 else -1
        return Result(
            outcome, verdict.ending, blame, _pair(verdict.stones[::step]), _pair(verdict.points[::step]), shown(verdict.why)
        )


_WHY = {
    "stones": "five stones",
    "adjacent": "three adjacent stones",
    "adjudicated": "neither player could play any more",
    "draw": "neither player could play any more, and nobody has won",
}


def shown(text: str, longest: int = SHOWN) -> str:
    """Return a text in printable ASCII, shortened, for records and for the bot."""
    cut = text[: longest + 1].encode("ascii", "backslashreplace").decode("ascii")
    cut = "".join([char if char.isprintable() else f"\\x{ord(char):02x}" for char in cut])
    return cut if len(cut) <= longest else cut[: longest - 3] + "..."


def _pair(numbers: Sequence[int]) -> tuple[int, int]:
    return numbers[0], numbers[1]
