"""An explanation of one turn of a recorded game: what its seat saw, said and might have said, and what came of it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from arbiter.control import MS
from arbiter.kit.board import board
from arbiter.kit.choices import grouped
from arbiter.reasons import complete_stones, reason
from arbiter.record import FaultRecord, GameRecord, TurnRecord
from arbiter.replay import Replay
from arbiter.rules.cards import NAMES
from arbiter.rules.notation import format_play, parse_play
from arbiter.rules.plays import PASS
from arbiter.rules.state import State
from arbiter.transcript import shown
from protocol import codec
from protocol.messages import Pass, Play
from protocol.standing import EXPECTED, Standing

SEATS = ("first", "second")


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment of a game: the position before a reply, the line that asked for it, and the reply or the fault."""

    record: GameRecord
    state: State
    asked: str
    reply: TurnRecord | None
    fault: FaultRecord | None

    @property
    def seat(self) -> int:
        """The seat that was asked."""
        return self.reply.seat if self.reply else self.fault.seat if self.fault else self.state.seat


def explain(record: GameRecord, turn: int | None = None) -> Iterator[RenderableType]:
    """Yield what is to be printed about a turn; without one, about the faulty or the last one.

    Raise `ValueError` if the game has no such turn, or cannot be replayed.
    """
    moments = _moments(record)
    chosen = [moment for moment in moments if moment.state.turn == turn] if turn is not None else moments[-1:]
    if not chosen:
        last = moments[-1].state.turn if moments else 0
        raise ValueError(f"the game {record.id} has no turn {turn}; it has {last}")
    yield from _head(record)
    for moment in chosen:
        yield ""
        yield from _explained(moment)


def _moments(record: GameRecord) -> list[Moment]:
    """Return every moment of a game in which a seat was asked, the one of a fault last."""
    replay, moments = Replay(record), []
    fault = record.result.fault
    for turn in record.turns:
        moments.append(Moment(record, replay.referee.state.copy(), _asked(replay, turn.seat), turn, None))
        replay.hear(turn.seat, turn.reply, turn.wall_ns)
    if fault and moments and moments[-1].reply and moments[-1].reply.reply == fault.line:
        moments[-1] = Moment(record, moments[-1].state, moments[-1].asked, moments[-1].reply, fault)
    elif fault or not moments:
        moments.append(Moment(record, replay.referee.state, _asked(replay, fault.seat if fault else 0), None, fault))
    return moments


def _asked(replay: Replay, seat: int) -> str:
    """Return the line that asks a seat now, or nothing."""
    texts = [text for to, text in replay.referee.take_sends() if to == seat]
    lines = "".join(texts).splitlines()
    return lines[-1] if lines and lines[-1].split()[0] in ("turn", "return") else ""


def _head(record: GameRecord) -> Iterator[Text]:
    first, second = (shown(bot.key) for bot in record.bots)
    result = record.result
    winner = "nobody wins" if result.winner is None else f"{shown(record.bots[result.winner].key)} wins"
    yield Text.assemble((record.id, "bold"), f": {record.rules.variant}, {first} (first seat) against {second}")
    yield Text(f"{winner} by {result.ending}: {shown(result.why)}")


def _explained(moment: Moment) -> Iterator[RenderableType]:
    state, seat, record = moment.state, moment.seat, moment.record
    step = ", return" if state.owed else ""
    yield Text(f"turn {state.turn}{step}: {shown(record.bots[seat].key)}, {SEATS[seat]} seat", style="bold underline")
    if not _was_set_up(moment):
        yield from _fault(moment)
        return
    yield ""
    yield board(state, seat)
    yield ""
    yield from part("asked", [moment.asked] if moment.asked else [])
    yield from _reply(moment)
    yield from part("time", _times(moment))
    yield from _fault(moment)
    yield from part("claims", _claims(moment))
    yield from part("legal", _legal(state, seat))


def _was_set_up(moment: Moment) -> bool:
    """Tell whether the game got as far as its first turn."""
    fault = moment.fault
    return (
        bool(moment.record.turns)
        or not fault
        or not (fault.kind == "startup" or fault.expected == EXPECTED[Standing.SETTING_UP])
    )


def _reply(moment: Moment) -> Iterator[RenderableType]:
    """Yield the reply, with a mark under the place that is wrong."""
    fault = moment.fault
    line = moment.reply.reply if moment.reply else fault.line if fault else ""
    if not line:
        yield from part("reply", ["none"])
        return
    lines = [line]
    if fault and fault.column > 1:
        lines.append(" " * (fault.column - 1) + "^")
    yield from part("reply", lines)
    yield from part("notes", [shown(note) for note in moment.reply.notes] if moment.reply else [])


def _times(moment: Moment) -> Iterator[str]:
    """Yield the clocks as they stood, and what the reply took."""
    fields = dict(word.split("=", 1) for word in moment.asked.split() if "=" in word)
    if moment.reply:
        yield f"{moment.reply.wall_ns / MS:.2f} ms, {moment.reply.cpu_ns / MS:.2f} ms of CPU time"
    if "left" in fields:
        limit = "no limit for the turn" if fields["left"] == "-" else f"{fields['left']} ms for the turn"
        clocks = "" if fields["clock"] == "-/-" else f", game clocks {fields['clock'].replace('/', ' : ')} ms"
        margin_ms = moment.record.limits.margin_ns // MS
        yield f"{limit}{clocks}, a margin of {margin_ms} ms"


def _fault(moment: Moment) -> Iterator[RenderableType]:
    fault = moment.fault
    if not fault:
        return
    yield from part("fault", [f"{fault.kind}: {shown(fault.why)}"], "bold red")
    yield from part("allowed", [fault.expected] if fault.expected else [])
    for process in moment.record.processes:
        if process.seat == fault.seat:
            status = [] if process.exit_status is None else [f"exit status {process.exit_status}"]
            yield from part("stderr", [*status, *(shown(line) for line in process.stderr.splitlines()[-8:])])


def _claims(moment: Moment) -> Iterator[str]:
    """Yield what came of each claim, and what would have come of others."""
    reply, middle, seat = moment.reply, _middle(moment), moment.seat
    if reply is None or middle is None:
        return
    claimed = [stone - 1 for stone in (*reply.granted, *(each.stone for each in reply.refused))]
    for stone in claimed:
        yield reason(middle, seat, stone)
    turn = [each.reply.split() for each in moment.record.turns if each.turn == reply.turn]
    left_out = "by 'all'" if any("all" in words for words in turn) else "not claimed"
    for stone in complete_stones(middle, seat):
        if stone not in claimed:
            yield f"{left_out}: {reason(middle, seat, stone)}"


def _middle(moment: Moment) -> State | None:
    """Return the position in which the claims of a reply were settled: before the play in the expert variants."""
    state = moment.state.copy()
    if state.rules.expert or state.owed or moment.reply is None:
        return state
    message = codec.decode_from_bot(moment.reply.reply.encode("ascii", "replace"))
    if not isinstance(message, Play | Pass):
        return None
    state.play(parse_play(message.words, state) if isinstance(message, Play) else PASS)
    return None if state.owed else state


def _legal(state: State, seat: int) -> Sequence[str]:
    if state.ending or state.seat != seat:
        return []
    if state.owed:
        return [f"return {state.owed} of: {' '.join(NAMES[card] for card in sorted(state.returnable(seat)))}"]
    return list(grouped([format_play(play, state) for play in state.legal_plays()]))


def part(title: str, lines: Iterator[str] | Sequence[str], style: str = "") -> Iterator[RenderableType]:
    """Yield lines behind a title, or nothing if there are none."""
    lines = list(lines)
    if lines:
        rows = Table.grid(padding=(0, 2))
        rows.add_column(width=7, style="cyan")
        rows.add_column(overflow="fold", style=style)
        for place, line in enumerate(lines):
            rows.add_row("" if place else title, Text(line))
        yield Padding(rows, (0, 0, 0, 2))
