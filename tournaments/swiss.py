"""Swiss pairings: in each round bots meet others that have scored about as much, and nobody twice while avoidable.

The rules follow the FIDE's systems as far as they make sense where each meeting is played from both seats, so that
nobody has colours to balance: bots are ranked by score, then by lot. With an odd number the last of those with the
fewest byes sits out, which scores as a meeting won. Within a group of equal score the upper half meets the lower half in
order; who finds no opponent there goes down to the next group. From the top, each bot gets the first choice that
leaves all others a pairing without a rematch; rematches come only when there is none, the fewest meetings first.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from hashlib import sha256

from tournaments.matching import can_all_be_matched

Pairing = tuple[int, int]


@dataclass(slots=True)
class Field:
    """The bots of a Swiss tournament by number and what they have done; `keys` are their names."""

    keys: Sequence[str]
    seed: str
    scores: list[Fraction] = field(default_factory=list)
    byes: list[int] = field(default_factory=list)
    meetings: dict[Pairing, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.scores = [Fraction(0)] * len(self.keys)
        self.byes = [0] * len(self.keys)

    def score(self, pairing: Pairing, first: Fraction) -> None:
        """Count a meeting, of which the first of the two has scored the share `first`."""
        one, other = pairing
        self.meetings[min(pairing), max(pairing)] = self.met(one, other) + 1
        self.scores[one] += first
        self.scores[other] += 1 - first

    def give_bye(self, bot: int) -> None:
        """Count a bye, which is as good as a meeting won."""
        self.byes[bot] += 1
        self.scores[bot] += 1

    def met(self, one: int, other: int) -> int:
        """Return how often two bots have met."""
        return self.meetings.get((min(one, other), max(one, other)), 0)

    def ranked(self) -> list[int]:
        """Return the bots by score, and those of equal score in the order of their lots."""
        return sorted(range(len(self.keys)), key=lambda bot: (-self.scores[bot], self.lot(bot)))

    def lot(self, bot: int) -> str:
        """Return a bot's lot: the SHA-256 of ``reiver-1|lot|NAME|SEED`` in hex, the lowest first."""
        return sha256(f"reiver-1|lot|{self.keys[bot]}|{self.seed}".encode()).hexdigest()


def pair(bots: Field) -> tuple[list[Pairing], int | None]:
    """Return who meets whom in the next round, the best first, and who sits out."""
    ranked = bots.ranked()
    most = max(bots.meetings.values(), default=0)
    for rematches in range(most + 1):
        allowed = [[bots.met(one, other) <= rematches for other in sorted(ranked)] for one in sorted(ranked)]
        for out in _may_sit_out(bots, ranked):
            playing = [bot for bot in ranked if bot != out]
            if can_all_be_matched(playing, allowed):
                return list(_paired(bots, playing, allowed)), out
    raise AssertionError("with rematches as often as there have been any, everybody can meet somebody")


def _may_sit_out(bots: Field, ranked: Sequence[int]) -> list[int | None]:
    """Return who may sit out, the likeliest first."""
    if len(ranked) % 2 == 0:
        return [None]
    fewest = min(bots.byes)
    return [bot for bot in reversed(ranked) if bots.byes[bot] == fewest]


def _paired(bots: Field, playing: Sequence[int], allowed: Sequence[Sequence[bool]]) -> Iterator[Pairing]:
    left = list(playing)
    while left:
        one = left[0]
        for other in _choices(bots, left):
            rest = [bot for bot in left if bot not in (one, other)]
            if allowed[one][other] and can_all_be_matched(rest, allowed):
                yield min(one, other), max(one, other)
                left = rest
                break


def _choices(bots: Field, left: Sequence[int]) -> list[int]:
    """Return the opponents for the first of `left`, the best first.

    Of its score group the lower half comes first, then the upper half from below, then the next groups in order.
    """
    group = [bot for bot in left if bots.scores[bot] == bots.scores[left[0]]]
    half = len(group) // 2
    lower, upper = group[half:] if half else [], group[1:half]
    return [*lower, *reversed(upper), *left[len(group) :]]
