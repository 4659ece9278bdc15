"""A recorded game for people: who played, every turn, the table, and why it ended."""

from collections.abc import Iterator

from arbiter.control import MS
from arbiter.record import GameRecord, RefusedRecord, TurnRecord
from arbiter.replay import Replay
from arbiter.rules.view import View, view

COLUMN = 8
SEATS = ("first", "second")


def show_game(record: GameRecord, every_board: bool = False) -> Iterator[str]:
    """Yield the lines that show a game; with `every_board` the table after each turn, else only the last one.

    Raise `ValueError` if the record cannot be replayed.
    """
    yield from _head(record)
    replay = Replay(record)
    for turn in replay:
        yield turn_text(turn, record)
        if every_board:
            yield from board(view(replay.referee.state, 0), record)
    if not every_board:
        yield from board(view(replay.referee.state, 0), record)
    yield from _end(record)


def board(table: View, record: GameRecord) -> Iterator[str]:
    """Yield the lines of the table as the first seat sees it, the second seat's sides on top."""
    first, second = (bot.key for bot in record.bots)
    owners = dict.fromkeys(table.mine, first) | dict.fromkeys(table.theirs, second)
    yield ""
    for height in range(3, -1, -1):
        yield from _row([_card(sides[1], height) for sides in table.stones])
    yield from _row([f"[{stone}]" for stone in range(1, 10)])
    for name, stones in (("blind", table.blind), ("mud", table.mud)):
        yield from _row([name if stone in stones else "" for stone in range(1, 10)])
    yield from _row([f"({owners[stone][: COLUMN - 3]})" if stone in owners else "" for stone in range(1, 10)])
    for height in range(4):
        yield from _row([_card(sides[0], height) for sides in table.stones])
    yield f"deck {table.deck[0]}+{table.deck[1]}   discard {', '.join(table.discard) or '-'}"
    yield ""


def turn_text(turn: TurnRecord, record: GameRecord) -> str:
    """Return one reply in a line: its turn, bot, words, time, and what came of its claims."""
    key = record.bots[turn.seat].key
    words = turn.reply.split()
    said = " ".join([words[0], *words[2:]])
    text = f"{turn.turn:4}  {key:16.16}  {said:36}  {turn.wall_ns / MS:9.2f} ms  {turn.cpu_ns / MS:9.2f} ms cpu"
    if turn.granted:
        text += f"  granted {', '.join(map(str, turn.granted))}"
    for refused in turn.refused:
        text += f"  refused {_refused_text(refused)}"
    for note in turn.notes:
        text += f"\n      note: {note}"
    return text


def _head(record: GameRecord) -> Iterator[str]:
    rules = record.rules
    options = [rules.variant, rules.ranking, f"tactics lead {rules.tactics_lead}"] + ["strict"] * rules.strict
    yield f"game {record.id}: {', '.join(options)}, deal {record.deal.number} of seed {record.deal.seed}"
    for seat, bot in enumerate(record.bots):
        says = (
            f" ({bot.name} {bot.version}".rstrip() + f"{' by ' + bot.author if bot.author else ''})" if bot.name else ""
        )
        yield f"{SEATS[seat]:6} {bot.key}{says}: {' '.join(bot.command)}"
    yield ""


def _end(record: GameRecord) -> Iterator[str]:
    result = record.result
    winner = "nobody" if result.winner is None else record.bots[result.winner].key
    stones, points = result.stones, result.points
    yield (
        f"{winner} wins by {result.ending}: {result.why}"
        if result.winner is not None
        else f"{result.ending}: {result.why}"
    )
    yield f"stones {stones[0]}:{stones[1]}, points {points[0]}:{points[1]}"
    fault = result.fault
    if fault:
        yield f"fault of {record.bots[fault.seat].key}: {fault.kind}"
        if fault.line:
            yield f"  said      {fault.line}"
            yield f"            {' ' * (fault.column - 1)}^" if fault.column else ""
        if fault.expected:
            yield f"  expected  {fault.expected}"
        if fault.legal:
            yield f"  legal     {', '.join(fault.legal[:40])}{' ...' if len(fault.legal) > 40 else ''}"
    for line in record.transcript:
        yield f"  {line.at_ns / MS:10.2f} ms {SEATS[line.seat]:6} {line.way} {line.text}"
    for process in record.processes:
        status = "" if process.exit_status is None else f", exit status {process.exit_status}"
        if process.stderr or status:
            yield f"standard error of {record.bots[process.seat].key}{status}:"
            yield from (f"  {line}" for line in process.stderr.splitlines())


def _refused_text(refused: RefusedRecord) -> str:
    cards = f" by {','.join(refused.cards)}" if refused.cards else ""
    return f"{refused.stone} ({refused.reason}{cards})"


def _card(side: tuple[str, ...], height: int) -> str:
    return side[height] if height < len(side) else ""


def _row(cells: list[str]) -> Iterator[str]:
    if any(cells):
        yield "".join(cell.center(COLUMN) for cell in cells).rstrip()
