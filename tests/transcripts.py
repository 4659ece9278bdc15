"""Reads the transcripts of protocol/transcripts and plays them against the arbiter's own greeting and referee."""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from arbiter.control import MS, TimeControl
from arbiter.greeting import Greeting
from arbiter.order import Deal, Order
from arbiter.referee import Referee
from arbiter.rules.cards import CLAN_CARDS, JOKER, SECOND_JOKER, TACTICS_CARDS, parse_card
from arbiter.rules.variants import rules_of
from arbiter.verdicts import FaultKind

FOLDER = Path(__file__).parent.parent / "protocol" / "transcripts"
LIMITS = {"move": "1000", "clock": "-", "increment": "0", "margin": "20"}


@dataclass(slots=True)
class Transcript:
    """Settings (``key: value`` lines) and the dialogue: (seat, ``<`` ``>`` or ``!``, text)."""

    settings: dict[str, str] = field(default_factory=dict)
    lines: list[tuple[int, str, str]] = field(default_factory=list)

    @staticmethod
    def read(path: Path) -> "Transcript":
        transcript = Transcript()
        for line in path.read_text().splitlines():
            if line[:1] in ("1", "2"):
                transcript.lines.append((int(line[0]) - 1, line[1], line[3:]))
            elif line and not line.startswith("#"):
                key, _, value = line.partition(": ")
                transcript.settings[key] = value
        return transcript

    def order(self) -> Order:
        settings = self.settings
        rules = rules_of(
            settings["variant"], settings.get("ranking", "colour-over-run"), int(settings.get("lead", "1"))
        )
        clan = _deck(settings["clan"], CLAN_CARDS)
        tactics = _deck(settings.get("tactics", ""), TACTICS_CARDS) if rules.tactics else ()
        deal = Deal("transcript", 1, clan, tactics, settings.get("salt", "salt"))
        first, second = settings.get("seeds", "1,2").split(",")
        strict = settings.get("strict") == "yes"
        return Order(settings["id"], rules, deal, seeds=(int(first), int(second)), time=self.time(), strict=strict)

    def time(self) -> TimeControl:
        move, clock, increment, margin = (
            None if value == "-" else int(value) * MS for value in map(self.settings.get, LIMITS, LIMITS.values())
        )
        return TimeControl(move_ns=move, game_ns=clock, increment_ns=increment or 0, margin_ns=margin or 0)

    def took_ns(self) -> Iterator[int]:
        times = self.settings.get("took-ns", "-")
        yield from () if times == "-" else map(int, times.split(","))
        yield from itertools.repeat(0)


def _deck(first: str, cards: range) -> tuple[int, ...]:
    """Return a whole deck that starts with the cards named; the others follow in ascending order."""
    top = [parse_card(name) for name in first.split(",") if name]
    if top.count(JOKER) > 1:
        top[top.index(JOKER, top.index(JOKER) + 1)] = SECOND_JOKER
    return (*top, *(card for card in cards if card not in top))


def perform(transcript: Transcript) -> Iterator[tuple[int, str, str]]:
    """Feed the bots' lines to the arbiter and yield the dialogue that comes of it, both directions."""
    for seat in (0, 1):
        greeting = Greeting()
        yield from _said(seat, Greeting.opening())
        for line in _bot_lines(transcript, seat):
            yield seat, "<", line
            greeting.hear(line.encode())
            if greeting.identity or greeting.wrong:
                break
        assert greeting.identity, greeting.wrong
        for key, value in transcript.settings.items():
            if key.startswith(f"set-{seat + 1}-"):
                yield seat, ">", f"set {key[6:]} {value}".rstrip()
    referee = Referee(transcript.order(), 0)
    referee.open()
    spoken = [0, 0]
    script = [line for line in transcript.lines if line[1] in "<!"]
    started = [False, False]
    took_ns = transcript.took_ns()
    for seat, way, text in script:
        if not started[seat]:
            started[seat] = text.startswith("ready")
            continue
        yield from _flush(referee)
        yield seat, way, text
        spoken[seat] += 1
        if way == "<":
            is_reply = text.split()[0] in ("play", "pass", "return") and referee.asked >> seat & 1
            referee.hear(seat, text.encode("latin-1"), 0, next(took_ns) if is_reply else 0, 0)
        else:
            _befall(referee, seat, text)
    yield from _flush(referee)
    assert referee.verdict
    for seat in (0, 1):
        yield seat, ">", "quit"


def _befall(referee: Referee, seat: int, text: str) -> None:
    """Do what a line with ``!`` says: ``timeout``, ``KIND: why``, or how the bot's process came to an end."""
    kind, _, why = text.partition(": ")
    if kind == "timeout":
        referee.expire(seat, why)
    elif kind == "void":
        referee.annul(why)
    elif why and kind in list(FaultKind):
        referee.fail(seat, FaultKind(kind), why)
    else:
        referee.fail(seat, FaultKind.CRASH, text)


def _bot_lines(transcript: Transcript, seat: int) -> Iterator[str]:
    return (text for who, way, text in transcript.lines if who == seat and way == "<")


def _flush(referee: Referee) -> Iterator[tuple[int, str, str]]:
    for seat, text in referee.take_sends():
        yield from _said(seat, text)


def _said(seat: int, text: str) -> Iterator[tuple[int, str, str]]:
    for line in text.splitlines():
        yield seat, ">", line
