"""A script as a transcript, in the format of protocol/transcripts."""

import re
from pathlib import Path

from arbiter.control import MS, TimeControl
from arbiter.greeting import Greeting
from arbiter.order import Order
from arbiter.rules.cards import CLAN_CARDS, NAMES, TACTICS_CARDS
from arbiter.rules.variants import Ranking
from arbiter.stress.drive import Drive
from arbiter.stress.fuzzer import HONEST_GREETING
from arbiter.stress.script import Script
from arbiter.transcript import shown
from arbiter.verdicts import FaultKind
from protocol.framing import Lines

LONGEST_LINE = 5000
USUAL = {"move": "1000", "clock": "-", "increment": "0", "margin": "20"}


class Witness(Drive):
    """Plays a script without a look at it, and writes down all that is said; `lines` are (seat, way, text)."""

    def __init__(self, script: Script) -> None:
        super().__init__(script.order)
        self.lines: list[tuple[int, str, str]] = []
        self.remarks: list[str] = []
        self.took_ns: list[int] = []
        for seat in (0, 1):
            self._greet(seat, script.greeting if seat == script.fuzzed else HONEST_GREETING)
        try:
            self._play(script)
        except Exception as error:  # it is what was found, and the transcript ends with it
            self.remarks.append(f"here {type(error).__name__} is raised: {error}")

    def hear(self, seat: int, line: bytes, wall_ns: int) -> None:
        """Write a line of a bot down, behind what it answers."""
        self._flush()
        self.lines.append((seat, "<", line.decode("latin-1")))
        if not self.lines[-1][2].isprintable() or not line.isascii():
            self.remarks.append(f"\\xNN in line {len(self.lines)} of the dialogue stands for that byte")
        if line.split()[0] in (b"play", b"pass", b"return") and self.referee.asked >> seat & 1:
            self.took_ns.append(wall_ns)
        super().hear(seat, line, wall_ns)

    def expire(self, seat: int) -> None:
        """Write a silence down."""
        self._flush()
        self.lines.append((seat, "!", "timeout"))
        super().expire(seat)

    def fail(self, seat: int, kind: FaultKind, why: str) -> None:
        """Write an end down."""
        self._flush()
        self.lines.append((seat, "!", why if kind is FaultKind.CRASH else f"{kind}: {why}"))
        super().fail(seat, kind, why)

    def _greet(self, seat: int, reads: tuple[bytes, ...]) -> None:
        self.lines.append((seat, ">", Greeting.opening().rstrip("\n")))
        self.lines += [(seat, "<", line.decode("latin-1")) for line in Lines().feed(b"".join(reads))]

    def _play(self, script: Script) -> None:
        self.referee.open()
        for event in script.events:
            self.do(event)
        if not self.referee.verdict:
            self.remarks.append("the timeout is there just to end the game")
            self.expire(0 if self.referee.asked & 1 else 1)
        self._flush()
        self.lines += [(seat, ">", "quit") for seat in (0, 1)]

    def _flush(self) -> None:
        self.lines += [(seat, ">", line) for seat, line in self.take_lines()]


def transcript_of(script: Script, remarks: list[str]) -> str:
    """Return a script as the text of a transcript, with remarks at its head."""
    witness = Witness(script)
    order = script.order
    settings = {"id": order.id, "variant": order.rules.variant} | _options(order) | _times(order.time, witness.took_ns)
    head = [f"# {shown(remark, 1000)}" for remark in (*remarks, *witness.remarks, *_decks_remark(order))]
    lines = [f"{seat + 1}{way} {shown(text, LONGEST_LINE)}" for seat, way, text in witness.lines]
    return "\n".join([*head, *(f"{key}: {value}" for key, value in settings.items()), "", *lines, ""])


def write(script: Script, remarks: list[str], kind: str, folder: Path) -> Path:
    """Write a script as a transcript into a folder, named after its game and the kind of its finding."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{script.order.id}-{'-'.join(re.findall('[a-z0-9]+', kind.lower()))[:60]}.txt"
    path.write_text(transcript_of(script, remarks), encoding="ascii")
    return path


def _options(order: Order) -> dict[str, str]:
    rules, deal = order.rules, order.deal
    options = {}
    if rules.ranking is not Ranking.COLOUR_OVER_RUN:
        options["ranking"] = rules.ranking.value
    if rules.tactics_lead != 1:
        options["lead"] = str(rules.tactics_lead)
    if order.strict:
        options["strict"] = "yes"
    options["clan"] = _first_cards(deal.clan, CLAN_CARDS)
    if rules.tactics:
        options["tactics"] = _first_cards(deal.tactics, TACTICS_CARDS)
    return options


def _times(time: TimeControl, took_ns: list[int]) -> dict[str, str]:
    """Return the limits and the time of each answer, unless they are the usual ones."""
    limits = {"move": time.move_ns, "clock": time.game_ns, "increment": time.increment_ns, "margin": time.margin_ns}
    texts = {name: "-" if limit is None else str(limit // MS) for name, limit in limits.items()}
    took = {"took-ns": ",".join(map(str, took_ns))} if any(took_ns) else {}
    return {name: text for name, text in texts.items() if text != USUAL[name]} | took


def _first_cards(deck: tuple[int, ...], cards: range) -> str:
    """Return the first cards of a deck that is whole with the others in ascending order."""
    count = next(
        (size for size in range(len(deck)) if deck[size:] == tuple(card for card in cards if card not in deck[:size])),
        len(deck),
    )
    return ",".join(NAMES[card] for card in deck[:count])


def _decks_remark(order: Order) -> list[str]:
    clan, tactics = len(order.deal.clan), len(order.deal.tactics)
    is_whole = clan == len(CLAN_CARDS) and tactics == (len(TACTICS_CARDS) if order.rules.tactics else 0)
    return [] if is_whole else [f"the decks are odd ones: there are no more than {clan}+{tactics} cards"]
