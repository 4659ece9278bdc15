"""Reasons: why a claim is granted or refused, in words, with the cards that decide it."""

from arbiter.rules.cards import CLAN
from arbiter.rules.claims import Claim, prove
from arbiter.rules.formations import size_of
from arbiter.rules.plays import STONES
from arbiter.rules.state import State

YOU = "you"


def reason(state: State, seat: int, stone: int, claimant: str = "the claimant") -> str:
    """Return what comes of a claim of a stone (0 to 8) in a position, and why; `claimant` is what to call the seat."""
    if not state.open >> stone & 1:
        owner = claimant if state.taken[seat] >> stone & 1 else "the opponent"
        return f"stone {stone + 1}: refused: already claimed by {owner}"
    mine, theirs = seat * 9 + stone, 9 - seat * 9 + stone
    missing = size_of(state.terms[stone]) - state.sides[mine].bit_count()
    if missing:
        whose = "your" if claimant == YOU else f"{claimant}'s"
        return f"stone {stone + 1}: refused: {missing} card{'s' * (missing > 1)} missing on {whose} side"
    is_first = state.finished[mine] < state.finished[theirs]
    proof = prove(Claim(state.sides[mine], state.sides[theirs], CLAN & ~state.seen, state.terms[stone], is_first))
    return f"stone {stone + 1}: {proof.verdict}: {proof.why}"


def complete_stones(state: State, seat: int) -> tuple[int, ...]:
    """Return the unclaimed stones (0 to 8) on which a seat's side is complete: no other can be granted to it."""
    return STONES[state.open & ~state.room[seat]]
