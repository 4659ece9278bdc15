"""What must hold once a dialogue is over: of its record, its framing, its buffers, and of what each seat was told."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from random import Random

from arbiter.order import Deal, Order
from arbiter.program import Program
from arbiter.record import GameRecord, decode, encode
from arbiter.referee import NOTE_BYTES, NOTES
from arbiter.replay import verify
from arbiter.rules.cards import CLAN_CARDS, JOKER, SECOND_JOKER, TACTICS_CARDS, parse_card
from arbiter.scribe import record_game
from arbiter.stress.dialogue import Dialogue
from arbiter.stress.drive import Drive
from arbiter.stress.finding import demand, nothing_raises
from arbiter.stress.script import Event
from arbiter.transcript import LINES
from arbiter.verdicts import FaultKind
from protocol.framing import LONGEST_LINE, Lines

NEVER = datetime(2000, 1, 1, tzinfo=UTC)
PROGRAMS = Program("first", ("first",), Path()), Program("second", ("second",), Path())
_CARD = re.compile(r"[ROYGBP][1-9]|joker|spy|shield|blind|mud|recruiter|strategist|banshee|traitor")


def close(dialogue: Dialogue) -> None:
    """Look at a dialogue that is over. Raise `FindingError` if something does not hold."""
    with nothing_raises():
        record = record_game(dialogue.referee, (None, None), PROGRAMS, NEVER, 0)
        _check_record(record)
        _check_bounds(dialogue, record)
        for seat in (0, 1):
            _check_framing(dialogue, seat)
            said = dialogue.speech.said[seat]
            demand([line[:7] for line in said].count("result ") == 1, "a seat is not told one result", seat, said[-2:])
            check_secrecy(dialogue, seat)


def _check_record(record: GameRecord) -> None:
    demand(decode(encode(record)) == record, "a record does not come back from JSON", record.id)
    wrong = verify(record)
    demand(not wrong, "a record does not verify", *wrong)
    texts = [record.result.why, *(line.text for line in record.transcript)]
    fault = record.result.fault
    texts += [fault.why, fault.line, fault.expected, *fault.legal] if fault else []
    texts += [text for turn in record.turns for text in (turn.reply, *turn.notes)]
    for text in texts:
        demand(text.isascii() and text.isprintable(), "a text in the record is not printable", repr(text))


def _check_bounds(dialogue: Dialogue, record: GameRecord) -> None:
    for seat in (0, 1):
        notes = [note for turn in record.turns if turn.seat == seat for note in turn.notes]
        demand(len(notes) <= NOTES and sum(map(len, notes)) <= NOTE_BYTES, "too many notes are kept", len(notes))
        demand(len(dialogue.framing[seat].rest) < LONGEST_LINE, "the framing keeps too much", seat)
    demand(len(dialogue.referee.transcript.records()) <= 8 * LINES, "the transcript keeps too much")


def _check_framing(dialogue: Dialogue, seat: int) -> None:
    """Compare the lines that were heard with those of the whole stream in one piece."""
    reads = [event.data for event in dialogue.events if event.seat == seat]
    if seat == dialogue.script.fuzzed:
        reads = [*dialogue.script.greeting, *reads]
    heard = [*(dialogue.greeting_lines if seat == dialogue.script.fuzzed else []), *dialogue.heard[seat]]
    if dialogue.referee.verdict and dialogue.referee.verdict.ending == FaultKind.STARTUP:
        return
    lines, is_overlong = framed(b"".join(reads))
    demand(heard == lines, "the lines depend on how the bytes are split", heard[-3:], lines[-3:])
    demand(dialogue.framing[seat].is_overlong == is_overlong, "a long line goes unnoticed", seat)
    whole = Lines()
    demand(whole.feed(b"".join(reads)) == lines, "the lines in one piece are others", lines[-3:])


def framed(data: bytes) -> tuple[list[bytes], bool]:
    """Return the lines of a stream, and whether one was too long, as protocol/SPEC.md says it."""
    lines: list[bytes] = []
    while data:
        line, end, data = data.partition(b"\n")
        if len(line) + 1 > LONGEST_LINE:
            return lines, True
        line = line.removesuffix(b"\r")
        if end and line.strip(b" "):
            lines.append(line)
    return lines, False


def check_secrecy(dialogue: Dialogue, seat: int) -> None:
    """Play the same game with other cards where a seat has seen none, and compare all that it was told."""
    order = dialogue.script.order
    verdict = dialogue.referee.verdict
    if verdict and verdict.ending == FaultKind.STARTUP:
        return
    named = _named(line for line in (*dialogue.heard[1 - seat], *dialogue.heard[seat]))
    hidden = set(dialogue.hidden_from(seat)) - named
    other = _exchanged(order, hidden, dialogue.random)
    told = _told(other, dialogue.events, seat)
    said = [_without_deck(line) for line in dialogue.speech.said[seat]]
    demand(told == said, "a seat is told what depends on hidden cards", seat, *_first_difference(told, said))


def _named(lines: Iterable[bytes]) -> set[int]:
    """Return the cards that are named in lines; both jokers if one is."""
    names = {name for line in lines for name in _CARD.findall(line.decode("latin-1"))}
    cards = {parse_card(name) for name in names}
    return cards | {SECOND_JOKER} if JOKER in cards else cards


def _exchanged(order: Order, hidden: set[int], random: Random) -> Order:
    deal = order.deal
    exchange: dict[int, int] = {}
    for kind in (CLAN_CARDS, TACTICS_CARDS):
        cards = sorted(hidden.intersection(kind))
        exchange |= zip(cards, random.sample(cards, len(cards)), strict=True)
    clan, tactics = (tuple(exchange.get(card, card) for card in deck) for deck in (deal.clan, deal.tactics))
    return replace(order, deal=Deal(deal.seed, deal.number, clan, tactics, deal.salt))


def _told(order: Order, events: Sequence[Event], seat: int) -> list[str]:
    """Return what a seat is told in a game of the same events, played without a look."""
    drive = Drive(order)
    drive.referee.open()
    lines = drive.take_lines()
    for event in events:
        drive.do(event)
        lines += drive.take_lines()
    return [_without_deck(line) for who, line in lines if who == seat]


def _without_deck(line: str) -> str:
    return re.sub(r" (?:deck|id)=[^ ]+", "", line) if line.startswith("game ") else line


def _first_difference(told: list[str], said: list[str]) -> tuple[str, str]:
    return next(((one, other) for one, other in zip(told, said, strict=False) if one != other), ("more", "fewer"))
