"""The dialogue of a recorded game, both seats, in the format of protocol/transcripts: a test that needs no arbiter.

It is made from the record, which the referee hears again. What a record does not keep is not in it: words that the
protocol does not have, and notes beyond the cap.
"""

from collections.abc import Iterator
from dataclasses import replace

from arbiter.control import MS
from arbiter.record import FaultRecord, GameRecord
from arbiter.referee import Referee
from arbiter.replay import order_of
from arbiter.transcript import SHOWN
from arbiter.verdicts import VOID, FaultKind
from protocol import codec
from protocol.messages import VERSION, Hello, Set, Unknown
from protocol.standing import EXPECTED, Standing

_HOW_TO = """\
# The game {id}. 1 and 2 are the seats; > goes to the bot, < comes from it, ! is what befell it.
# For a bot that always answers alike, seat 1 is a test:
#   grep '^1>' FILE | cut -c4- | ./bot | diff - <(grep '^1<' FILE | cut -c4-)"""


def dialogue(record: GameRecord, seeds: tuple[int, int]) -> Iterator[str]:
    """Yield the lines of a transcript; `seeds` are the numbers that the bots were given.

    Raise `ValueError` if the game never began, or the record's rules or decks are none.
    """
    if record.result.ending == FaultKind.STARTUP:
        raise ValueError(f"the game {record.id} never began: {record.result.why}")
    referee = Referee(replace(order_of(record), seeds=seeds), 0)
    yield from _HOW_TO.format(id=record.id).splitlines()
    yield from _settings(record, seeds)
    yield ""
    for seat in (0, 1):
        yield from _greeting(record, seat)
    referee.open()
    yield from _told(referee)
    yield from _set_up(record, referee) if record.turns or _was_asked(record) else _failed_setup(record, referee)
    for seat in (0, 1):
        yield f"{seat + 1}> quit"


def _settings(record: GameRecord, seeds: tuple[int, int]) -> Iterator[str]:
    """Yield what it takes to play the same game: rules, decks, limits, options, and the time of each reply."""
    rules, deal, limits = record.rules, record.deal, record.limits
    yield f"id: {record.id}"
    yield f"variant: {rules.variant}"
    yield f"ranking: {rules.ranking}"
    yield f"lead: {rules.tactics_lead}"
    yield f"strict: {'yes' if rules.strict else 'no'}"
    yield f"clan: {','.join(deal.clan)}"
    if deal.tactics:
        yield f"tactics: {','.join(deal.tactics)}"
    yield f"salt: {deal.salt}"
    yield f"seeds: {seeds[0]},{seeds[1]}"
    times = {
        "move": limits.move_ns,
        "clock": limits.game_ns,
        "increment": limits.increment_ns,
        "margin": limits.margin_ns,
    }
    for name, value in times.items():
        yield f"{name}: {'-' if value is None else value // MS}"
    yield f"took-ns: {','.join(str(turn.wall_ns) for turn in record.turns) or '-'}"
    for seat, bot in enumerate(record.bots, 1):
        yield from (f"set-{seat}-{name}: {value}" for name, value in bot.options.items())


def _greeting(record: GameRecord, seat: int) -> Iterator[str]:
    bot, start = record.bots[seat], f"{seat + 1}"
    yield f"{start}> {codec.encode(Hello(VERSION, record.arbiter or 'reiver'))}"
    for word, text in (("name", bot.name), ("author", bot.author), ("version", bot.version)):
        if text:
            yield f"{start}< {word} {text}"
    yield f"{start}< ready {VERSION}"
    for name, value in bot.options.items():
        yield f"{start}> {codec.encode(Set(name, value))}"


def _set_up(record: GameRecord, referee: Referee) -> Iterator[str]:
    """Yield a game that was set up, from the first ``ok`` to its end."""
    for seat in (0, 1):
        yield from _heard(referee, seat, "ok")
    fault = record.result.fault
    is_stray = fault is not None and not _was_asked(record)
    for place, turn in enumerate(record.turns, 1):
        if is_stray and place == len(record.turns):
            yield from _end(record, referee)
        for note in turn.notes:
            yield from _heard(referee, turn.seat, f"note {note}".rstrip())
        yield from _heard(referee, turn.seat, turn.reply, turn.wall_ns)
    if not referee.verdict:
        yield from _end(record, referee)


def _failed_setup(record: GameRecord, referee: Referee) -> Iterator[str]:
    """Yield a game that ended before its first turn."""
    fault = record.result.fault
    if fault and fault.expected == EXPECTED[Standing.WAITING]:
        yield from _heard(referee, fault.seat, "ok")
    elif fault and fault.seat == 1:
        yield from _heard(referee, 0, "ok")
    yield from _end(record, referee)


def _end(record: GameRecord, referee: Referee) -> Iterator[str]:
    """Yield what ended a game against the rules, or without them."""
    fault, result = record.result.fault, record.result
    if fault is None:
        if result.ending == VOID:
            yield f"1! void: {result.why}"
            referee.annul(result.why)
            yield from _told(referee)
    elif fault.line and _is_verbatim(fault):
        yield from _heard(referee, fault.seat, fault.line)
    else:
        yield f"{fault.seat + 1}! {_what_befell(fault)}"
        if fault.kind == FaultKind.TIMEOUT:
            referee.expire(fault.seat, fault.why)
        else:
            referee.fail(fault.seat, FaultKind(fault.kind), fault.why)
        yield from _told(referee)


def _what_befell(fault: FaultRecord) -> str:
    """Return a fault that is no line in the words of a transcript: ``timeout``, how it crashed, ``KIND: why``."""
    if fault.kind == FaultKind.CRASH:
        return fault.why
    return "timeout" if fault.why.startswith(f"no {fault.expected} in") else f"{fault.kind}: {fault.why}"


def _was_asked(record: GameRecord) -> bool:
    """Tell whether the faulty seat owed an answer to a turn; one that did not has spoken, or ended, unasked."""
    fault = record.result.fault
    if fault is None or fault.kind == FaultKind.TIMEOUT:
        return fault is None or fault.expected != EXPECTED[Standing.SETTING_UP]
    if fault.line:
        return bool(fault.legal) or fault.kind == FaultKind.ILLEGAL
    sent = [line.text for line in record.transcript if line.seat == fault.seat and line.way == ">"]
    last = next((text for text in reversed(sent) if not text.startswith("result ")), "")
    return last.startswith(("turn ", "return "))


def _is_verbatim(fault: FaultRecord) -> bool:
    """Tell whether a line is kept as it was and is a fault alone, which the last of too many unknown words is not."""
    if len(fault.line) >= SHOWN or "\\x" in fault.line:
        return False
    return bool(fault.legal) or not isinstance(codec.decode_from_bot(fault.line.encode()), Unknown)


def _heard(referee: Referee, seat: int, line: str, wall_ns: int = 0) -> Iterator[str]:
    """Let the referee hear a line; yield it, and what the bots are told then."""
    yield f"{seat + 1}< {line}"
    referee.hear(seat, line.encode("ascii", "replace"), 0, wall_ns, 0)
    yield from _told(referee)


def _told(referee: Referee) -> Iterator[str]:
    for seat, text in referee.take_sends():
        yield from (f"{seat + 1}> {line}" for line in text.splitlines())
