"""Reads the transcripts of protocol/transcripts and plays them against the arbiter's own greeting and referee."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from arbiter.clock import MS, TimeControl
from arbiter.greeting import Greeting
from arbiter.order import Deal, Order
from arbiter.referee import Referee
from arbiter.rules.cards import CLAN_CARDS, TACTICS_CARDS, parse_card
from arbiter.rules.variants import rules_of
from arbiter.verdicts import FaultKind

FOLDER = Path(__file__).parent.parent / "protocol" / "transcripts"


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
        deal = Deal("transcript", 1, clan, tactics, "salt")
        time = TimeControl(move_ns=1000 * MS)
        strict = settings.get("strict") == "yes"
        return Order(settings["id"], rules, deal, seeds=(1, 2), time=time, strict=strict)


def _deck(first: str, cards: range) -> tuple[int, ...]:
    """Return a whole deck that starts with the cards named; the others follow in ascending order."""
    top = [parse_card(name) for name in first.split(",") if name]
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
    referee = Referee(transcript.order(), 0)
    referee.open()
    spoken = [0, 0]
    script = [line for line in transcript.lines if line[1] in "<!"]
    started = [False, False]
    for seat, way, text in script:
        if not started[seat]:
            started[seat] = text.startswith("ready")
            continue
        yield from _flush(referee)
        yield seat, way, text
        spoken[seat] += 1
        if way == "<":
            referee.hear(seat, text.encode("latin-1"), 0, 0, 0)
        elif text == "timeout":
            referee.expire(seat)
        else:
            referee.fail(seat, FaultKind.CRASH, text)
    yield from _flush(referee)
    assert referee.verdict
    for seat in (0, 1):
        yield seat, ">", "quit"


def _bot_lines(transcript: Transcript, seat: int) -> Iterator[str]:
    return (text for who, way, text in transcript.lines if who == seat and way == "<")


def _flush(referee: Referee) -> Iterator[tuple[int, str, str]]:
    for seat, text in referee.take_sends():
        yield from _said(seat, text)


def _said(seat: int, text: str) -> Iterator[tuple[int, str, str]]:
    for line in text.splitlines():
        yield seat, ">", line
