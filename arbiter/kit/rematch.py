"""A rematch: a recorded game put to a bot once more, up to its first reply that differs, and on from there."""

import time
from dataclasses import dataclass, replace

from arbiter.control import MS, TimeControl
from arbiter.kit.conversation import Conversation, Quiet, Silence
from arbiter.kit.sitting import BotSitter, flood_text, go_on
from arbiter.player import FAULT_GRACE_NS, Player, greet, start_text
from arbiter.process import Process, Program, StartError, exit_text
from arbiter.record import GameRecord, TurnRecord
from arbiter.referee import Referee
from arbiter.replay import order_of
from arbiter.transcript import shown


class RematchError(ValueError):
    """A rematch that cannot be played: a program does not start, or does not get through the dialogue."""


@dataclass(frozen=True, slots=True)
class Difference:
    """The first reply that differs.

    `turn` is its number, `asked` the line that asked for it; `recorded` and `said` are the old and the new reply, or in
    words why there is none. `fault` says what is wrong with the new one, or nothing if it is legal.
    """

    turn: int
    asked: str
    recorded: str
    said: str
    fault: str = ""


class Rematch:
    """A recorded game that a bot plays again on `seat`; a context manager that leaves no process behind.

    `referee` holds the position reached, `same` counts the replies that were the same.
    """

    def __init__(self, record: GameRecord, seat: int, program: Program, seeds: tuple[int, int]) -> None:
        self.record, self.seat = record, seat
        self.referee = Referee(replace(order_of(record), seeds=seeds), time.monotonic_ns())
        self.same = 0
        self._told: list[list[str]] = [[], []]
        self._players: list[Player] = []
        self._bot = self._start(program)

    def __enter__(self) -> "Rematch":
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        """End the programs."""
        while self._players:
            self._players.pop().leave(FAULT_GRACE_NS)

    def replay(self) -> Difference | None:
        """Feed the recorded dialogue to the bot; return the first reply that differs, or None if none does."""
        referee, other = self.referee, 1 - self.seat
        referee.open()
        self._tell()
        self._hear_ok()
        referee.hear(other, b"ok", 0, 0, 0)
        for turn in self.record.turns:
            self._tell()
            if turn.seat == other:
                referee.hear(other, turn.reply.encode(), 0, turn.wall_ns, turn.cpu_ns)
            elif found := self._compare(turn):
                return found
        self._tell()
        return self._compare(None) if referee.asked >> self.seat & 1 else None

    def go_on(self, program: Program) -> None:
        """Play on from the difference to the end, against the other bot's program."""
        other = self._start(program)
        self._catch_up(other)
        sitters = [BotSitter(self._bot, self.seat), BotSitter(other, 1 - self.seat)]
        go_on(self.referee, sitters if self.seat == 0 else sitters[::-1])

    def _start(self, program: Program) -> Conversation:
        try:
            player = Player(Process(program))
        except StartError as error:
            raise RematchError(start_text(error)) from None
        self._players.append(player)
        greet([player], TimeControl())
        if player.wrong:
            self.close()
            raise RematchError(f"{program.key}: {player.wrong}")
        return Conversation(player.process)

    def _tell(self) -> None:
        """Pass on what the referee sends: to the bot at once, to the other one if it plays on."""
        for seat, text in self.referee.take_sends():
            self._told[seat].append(text)
            if seat == self.seat:
                self._bot.tell(text)

    def _hear_ok(self) -> None:
        setup_ns = TimeControl().setup_ns
        heard = _answer(self._bot, time.monotonic_ns() + setup_ns)
        if heard != b"ok":
            raise RematchError(
                f"the bot does not take the game: expected ok, got {_in_words(heard, self._bot, setup_ns)!r}"
            )
        self.referee.hear(self.seat, b"ok", 0, 0, 0)

    def _compare(self, turn: TurnRecord | None) -> Difference | None:
        """Let the bot answer, and compare with a recorded reply; without one it had none, or a wrong one."""
        referee, asked_ns = self.referee, time.monotonic_ns()
        limit_ns = referee.limit_ns
        number, asked = referee.state.turn, self._told[self.seat][-1].splitlines()[-1]
        deadline_ns = None if limit_ns is None else asked_ns + limit_ns + referee.order.time.margin_ns
        heard = _answer(self._bot, deadline_ns)
        said = _in_words(heard, self._bot, limit_ns)
        if turn and said.split() == turn.reply.split():
            self.same += 1
            referee.hear(self.seat, turn.reply.encode(), 0, turn.wall_ns, turn.cpu_ns)
            return None
        recorded = turn.reply if turn else _recorded_fault(self.record)
        if isinstance(heard, Silence):
            return Difference(number, asked, recorded, said, "no reply in time" if heard.why is Quiet.LATE else said)
        referee.hear(self.seat, heard, time.monotonic_ns(), time.monotonic_ns() - asked_ns, 0)
        verdict = referee.verdict
        return Difference(number, asked, recorded, said, verdict.fault.why if verdict and verdict.fault else "")

    def _catch_up(self, other: Conversation) -> None:
        """Tell the other bot all that it was told so far; what it answers now does not count."""
        setup_ns = TimeControl().setup_ns
        for text in self._told[1 - self.seat]:
            other.tell(text)
            if text.splitlines()[-1].split()[0] in ("game", "turn", "return"):
                heard = _answer(other, time.monotonic_ns() + setup_ns)
                if isinstance(heard, Silence):
                    why = _in_words(heard, other, setup_ns)
                    raise RematchError(f"{other.process.program.key} does not get through the dialogue: {why}")


def _answer(bot: Conversation, deadline_ns: int | None) -> bytes | Silence:
    """Return a bot's next line that is no note."""
    while isinstance(heard := bot.hear(deadline_ns), bytes) and heard.split()[0] == b"note":
        pass
    return heard


def _in_words(heard: bytes | Silence, bot: Conversation, limit_ns: int | None) -> str:
    """Return a line as it can be shown, or why there is none."""
    if isinstance(heard, bytes):
        return shown(heard.decode("latin-1"))
    if heard.why is Quiet.LATE:
        return f"nothing in {(limit_ns or 0) // MS} ms"
    if heard.why is Quiet.ENDED:
        return f"nothing: the bot ended, {exit_text(bot.process.exit_status)}"
    return "nothing: standard output was closed" if heard.why is Quiet.CLOSED else flood_text(bot.process)


def _recorded_fault(record: GameRecord) -> str:
    fault = record.result.fault
    return (fault.line or f"nothing: {fault.why}") if fault else "nothing"
