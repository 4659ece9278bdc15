"""The spots of a position: where the seat to move may play a card, and what each stone weighs for it."""

from collections.abc import Sequence
from functools import lru_cache

from careful import OUTCOMES

from arbiter.rules.cards import BIT, CLAN, SECOND_JOKER, SHIELD
from arbiter.rules.plays import STONES
from arbiter.rules.state import State


def mask_of_clan(hand: list[int]) -> int:
    """Return the clan cards of a hand as a set."""
    mask = 0
    for card in hand:
        mask |= BIT[card]
    return mask & CLAN


@lru_cache(maxsize=1 << 15)
def weights_of(taken: int, lost: int) -> tuple[float, ...]:
    """Return what each stone weighs for a seat that has taken and lost these, if every other is a toss-up."""
    return tuple(
        0.0
        if (taken | lost) >> stone & 1
        else outcome_of(taken | 1 << stone, lost) - outcome_of(taken, lost | 1 << stone)
        for stone in range(9)
    )


@lru_cache(maxsize=1 << 15)
def outcome_of(taken: int, lost: int) -> float:
    """Return the chance to win the game for a seat that has taken and lost these stones, every other a toss-up."""
    opened = 511 ^ (taken | lost)
    if not opened:
        return OUTCOMES[taken]
    stone = opened & -opened
    return (outcome_of(taken | stone, lost) + outcome_of(taken, lost | stone)) / 2


def spots_of(state: State, weights: Sequence[float]) -> list[tuple[int, int, int]]:
    """Return (stone, own side, other side) of the stones with room."""
    sides, terms, mine, theirs = state.sides, state.terms, state.seat * 9, 9 - state.seat * 9
    spots, empty = [], {}
    for stone in STONES[state.room[state.seat]]:
        own, other = sides[mine + stone], sides[theirs + stone]
        if own or other:
            spots.append((stone, own, other))
        elif weights[stone] > empty.get(terms[stone], (-1.0,))[0]:
            empty[terms[stone]] = weights[stone], stone
    return spots + [(stone, 0, 0) for _, stone in empty.values()]


def playable(state: State) -> list[int]:
    """Return the clan cards and elite troops that the seat to move may play."""
    seat, hand = state.seat, state.hands[state.seat]
    if not state.rules.tactics:
        return hand
    may = state.tactics_played[seat] < state.tactics_played[1 - seat] + state.rules.tactics_lead
    last = SHIELD if may else 53
    first_elite = SECOND_JOKER + 1 if state.jokers_played[seat] else 54
    return [card for card in hand if card < 54 or first_elite <= card <= last]
