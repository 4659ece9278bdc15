"""Instinct: what a search takes both seats to play and to hope for, reckoned quickly on positions of the engine."""

from __future__ import annotations

from functools import lru_cache

from careful import OUTCOMES, PRICES
from outs import dearly_wanted_by, wanted_by
from prover import SPENT
from reckoning import Reckoning

from arbiter.rules.cards import BIT, CLAN, NAMES, SECOND_JOKER, SHIELD
from arbiter.rules.plays import STONES
from arbiter.rules.state import FROM_CLAN, FROM_TACTICS, State

LOST = 0.05
"""A chance so small that a stone is a good place for a card that no other wants."""
Scored = list[tuple[float, int]]


class Instinct:
    """Both seats' reckonings as of the position at the root of a search, kept as long as it looks further."""

    def __init__(self, table: State, seat: int, held: int, deck: int) -> None:
        unseen = CLAN & ~table.seen
        hand = mask_of_clan(table.hands[seat])
        own = Reckoning(unseen, hand, deck / 2, held, dearly_wanted_by)
        other = Reckoning(unseen, 0, deck / 2, len(table.hands[seat]), dearly_wanted_by)
        self._chance_of = (own.chance, other.chance) if seat == 0 else (other.chance, own.chance)

    def plays(self, state: State) -> Scored:
        """Return the plays of clan cards and elite troops of the seat to move with their gains, all legal ones if it has none.

        Of stones that are empty on both sides only the weightiest is looked at, and cards that a side does not
        want only where it is lost.
        """
        seat = state.seat
        chance, hand, terms = self._chance_of[seat], mask_of_clan(state.hands[seat]), state.terms
        weights = weights_of(state.taken[seat], state.taken[1 - seat])
        spots = spots_of(state, weights)
        before = [chance(mine, theirs, terms[stone], hand) for stone, mine, theirs in spots]
        wanted = [wanted_by(mine, terms[stone]) for stone, mine, _ in spots]
        scored: Scored = []
        for card in playable(state):
            bit = BIT[card]
            left = hand & ~bit
            losses = [
                weights[spot[0]] * (chance(spot[1], spot[2], terms[spot[0]], left) - was) if cards & bit else 0.0
                for spot, was, cards in zip(spots, before, wanted, strict=True)
            ]
            base = SPENT * sum(losses) - (PRICES[NAMES[card]] if card > 53 else 0.0)
            for (stone, mine, theirs), was, loss, cards in zip(spots, before, losses, wanted, strict=True):
                if cards and not cards & bit and was > LOST:
                    continue
                gained = weights[stone] * (chance(mine | bit, theirs, terms[stone], left) - was)
                scored.append((gained + base - SPENT * loss, card + (stone << 6)))
        return scored or [(0.0, play) for play in state.legal_plays()]

    def value(self, state: State, seat: int) -> float:
        """Return the chance of a seat to win from here, after its own turn."""
        if state.ending is not None:
            return 0.5 if state.winner < 0 else float(state.winner == seat)
        chance, hand, sides, terms = self._chance_of[seat], mask_of_clan(state.hands[seat]), state.sides, state.terms
        mine, theirs, taken, opened = seat * 9, 9 - seat * 9, state.taken[seat], state.open
        values = OUTCOMES
        for stone in range(8, -1, -1):
            half = len(values) // 2
            if opened >> stone & 1:
                own, other = sides[mine + stone], sides[theirs + stone]
                share = chance(own, other, terms[stone], hand)
                if not share and state.strengths[mine + stone] == state.strengths[theirs + stone] > 0:
                    share = float(state.finished[mine + stone] < state.finished[theirs + stone])
                values = [low + share * (high - low) for low, high in zip(values[:half], values[half:], strict=True)]
            else:
                values = values[half:] if taken >> stone & 1 else values[:half]
        return values[0]


def advance(state: State, play: int) -> None:
    """Make a play with every claim that can be granted, refill the hand, and pass the turn."""
    state.play(play)
    if state.owed:
        state.give_back(least_wanted(state))
    if not state.rules.expert and claim_all(state):
        return
    hand = state.hands[state.seat]
    state.end_turn(FROM_TACTICS if state.rules.tactics and max(hand, default=63) < 54 else FROM_CLAN)
    if state.rules.expert and state.ending is None:
        claim_all(state)


def claim_all(state: State) -> bool:
    """Make every claim that can be granted, and tell whether that ended the game."""
    for stone in state.grantable():
        state.claim(stone)
        if state.ending is not None:
            return True
    return False


def least_wanted(state: State) -> list[int]:
    """Return the cards that a recruiter gives back: low clan cards, but tactics cards before the last three of them."""
    cards = sorted(state.returnable(state.seat))
    clan = [card for card in cards if card < 54]
    spare = max(0, len(clan) - 3)
    return (clan[:spare] + [card for card in cards if card > 53] + clan[spare:])[: state.owed]


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
        0.0 if (taken | lost) >> stone & 1 else outcome_of(taken | 1 << stone, lost) - outcome_of(taken, lost | 1 << stone)
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


def spots_of(state: State, weights: tuple[float, ...]) -> list[tuple[int, int, int]]:
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
