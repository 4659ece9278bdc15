"""The course of a game: its claims and the end of its decks, told from the record without the rules engine.

A claim is *early* if it was granted while the other side of its stone was not complete, so that it had to be proved, and
*late* if it was made after the last card had been drawn.
"""

from collections.abc import Sequence
from typing import NamedTuple

from arbiter.record import GameRecord, TurnRecord
from arbiter.rules.variants import Rules, rules_of

CLAN_CARDS, TACTICS_CARDS = 54, 10
ENDED_BY_CLAIM = ("stones", "adjacent")
RUSES = frozenset(("mud", "blind", "banshee", "strategist", "traitor"))


class Claims(NamedTuple):
    """The claims of a seat: those granted, how many of them were early and how many late, and those refused."""

    granted: int
    early: int
    late: int
    refused: int


class Course(NamedTuple):
    """What is told of a game; `deck_out` is the turn in which the last clan card was drawn, None if cards were left."""

    claims: tuple[Claims, Claims]
    deck_out: int | None


def course_of(record: GameRecord) -> Course:
    """Return the course of a game."""
    rules = rules_of(record.rules.variant)
    table = _Table(rules)
    counts = [[0, 0, 0, 0], [0, 0, 0, 0]]
    last = len(record.turns) - 1
    for place, turn in enumerate(record.turns):
        words = turn.reply.split()
        is_end = place == last and bool(turn.granted) and record.result.ending in ENDED_BY_CLAIM
        if rules.expert:
            _count(turn, table, counts[turn.seat])
        if not (rules.expert and is_end):
            table.play(turn, words)
        if not rules.expert:
            _count(turn, table, counts[turn.seat])
        if not is_end:
            table.refill(turn, words)
    first, second = (Claims(*seat) for seat in counts)
    return Course((first, second), None if table.decks[0] else table.out_turn)


def _count(turn: TurnRecord, table: "_Table", counts: list[int]) -> None:
    if turn.granted:
        counts[0] += len(turn.granted)
        counts[1] += sum(table.is_open(1 - turn.seat, stone) for stone in turn.granted)
        counts[2] += len(turn.granted) * table.is_drawn_out()
    counts[3] += len(turn.refused)


class _Table:
    """How many cards lie where: on the sides, in the hands and in the decks."""

    def __init__(self, rules: Rules) -> None:
        self.decks = [CLAN_CARDS - 2 * rules.hand_size, TACTICS_CARDS if rules.tactics else 0]
        self.out_turn: int | None = None
        self._hand_size, self._hands = rules.hand_size, [rules.hand_size, rules.hand_size]
        self._sides = [[0] * 10, [0] * 10]
        self._sizes = [3] * 10
        self._stone_of: tuple[dict[str, int], dict[str, int]] = {}, {}

    def is_open(self, seat: int, stone: int) -> bool:
        """Tell whether a side is not complete."""
        return self._sides[seat][stone] < self._sizes[stone]

    def is_drawn_out(self) -> bool:
        """Tell whether there is nothing left to draw."""
        return not any(self.decks)

    def play(self, turn: TurnRecord, words: Sequence[str]) -> None:
        """Follow a reply, up to the cards drawn at its end."""
        if words[0] == "return":
            self._give_back(turn.seat, words[2])
        elif words[0] == "play":
            self._hands[turn.seat] -= 1
            if words[2] == "recruiter":
                self._recruit(turn, words[3])
            else:
                self._move(turn.seat, words[2:])

    def refill(self, turn: TurnRecord, words: Sequence[str]) -> None:
        """Draw what a reply draws at the end of its turn."""
        if words[0] != "play" or words[2] == "recruiter":
            return
        for source in (1, 0) if words[-1] == "tactics" else (0, 1):
            missing = self._hand_size - self._hands[turn.seat]
            if missing > 0:
                self._draw(turn, source, min(missing, self.decks[source]))

    def _move(self, seat: int, words: Sequence[str]) -> None:
        card = words[0]
        if card not in RUSES:
            self._put(seat, card, int(words[1]))
        elif card == "mud":
            self._sizes[int(words[1])] = 4
        elif card == "banshee":
            self._take_up(1 - seat, words[1])
        elif card != "blind":
            self._take_up(seat if card == "strategist" else 1 - seat, words[1])
            if words[2] != "discard":
                self._put(seat, words[1], int(words[2]))

    def _put(self, seat: int, card: str, stone: int) -> None:
        self._sides[seat][stone] += 1
        self._stone_of[seat][card] = stone

    def _take_up(self, seat: int, card: str) -> None:
        self._sides[seat][self._stone_of[seat].pop(card)] -= 1

    def _recruit(self, turn: TurnRecord, split: str) -> None:
        clan, tactics = map(int, split.split("+"))
        self._draw(turn, 0, clan)
        self._draw(turn, 1, tactics)

    def _draw(self, turn: TurnRecord, source: int, count: int) -> None:
        if count:
            self.decks[source] -= count
            self._hands[turn.seat] += count
            if source == 0 and not self.decks[0]:
                self.out_turn = turn.turn

    def _give_back(self, seat: int, cards: str) -> None:
        for card in cards.split(",") if cards != "-" else ():
            self._hands[seat] -= 1
            self.decks[0 if card[-1].isdecimal() else 1] += 1
