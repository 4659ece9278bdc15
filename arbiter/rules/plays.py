"""Plays as integers: the card, the stone it goes to, and for some ruses the card it moves.

Bits 0-5 hold the card played, bits 6-9 the stone (0 to 8; for a strategist `TO_DISCARD` too; for a recruiter the
number of clan cards drawn), bits 10-15 the card that a strategist, banshee or traitor moves. `PASS` is no card at all.
"""

from typing import Final

from arbiter.rules.cards import BANSHEE, RECRUITER, STRATEGIST, TRAITOR

PASS: Final = -1
TO_DISCARD: Final = 9

STONES: Final = tuple(tuple(stone for stone in range(9) if mask >> stone & 1) for mask in range(512))
AT: Final = tuple(tuple(stone << 6 for stone in stones) for stones in STONES)


def to_stone(card: int, stone: int) -> int:
    """Return the play of a troop or combat mode to a stone."""
    return card | stone << 6


def recruit(clan: int) -> int:
    """Return the play of the recruiter that draws `clan` clan cards and fills up with tactics cards."""
    return RECRUITER | clan << 6


def strategist(moved: int, stone: int) -> int:
    """Return the play that moves one's own card to a stone or to `TO_DISCARD`."""
    return STRATEGIST | stone << 6 | moved << 10


def banshee(moved: int) -> int:
    """Return the play that discards a card of the opponent's."""
    return BANSHEE | moved << 10


def traitor(moved: int, stone: int) -> int:
    """Return the play that takes a clan card of the opponent's to one's own side of a stone."""
    return TRAITOR | stone << 6 | moved << 10
