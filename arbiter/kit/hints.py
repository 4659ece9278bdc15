"""Hints for a person on turn, from nothing but what that person may know."""

from collections.abc import Iterator
from typing import NamedTuple

from arbiter.reasons import complete_stones, reason
from arbiter.rules.cards import BIT, CLAN, NAMES, mask_of, names_in
from arbiter.rules.formations import describe, size_of, strength
from arbiter.rules.plays import PASS
from arbiter.rules.proof import completion_above
from arbiter.rules.state import State

BEST = 3
_MISSING_COSTS = 30


class _Idea(NamedTuple):
    """A play of a clan card: what it adds, and what the side may become with which cards."""

    gain: int
    card: int
    stone: int
    completion: int
    strength: int


def hints(state: State) -> Iterator[str]:
    """Yield what the seat to move might do: what it can claim, and its most promising clan cards."""
    seat = state.seat
    for stone in complete_stones(state, seat):
        yield reason(state, seat, stone).replace(": granted", ": can be claimed", 1)
    ideas = [_idea(state, play) for play in state.legal_plays() if play != PASS and play & 63 < 54]
    ideas.sort(key=lambda idea: (-idea.gain, -idea.card, idea.stone))
    best = {idea.card: idea for idea in reversed(ideas)}
    for idea in sorted(best.values(), key=ideas.index)[:BEST]:
        yield _in_words(state, idea)
    if not ideas:
        yield "no clan card finds room: pass, or play a tactics card"


def _idea(state: State, play: int) -> _Idea:
    card, stone = play & 63, play >> 6
    side = state.sides[state.seat * 9 + stone]
    before, _, _ = _prospect(state, side, stone, 0)
    after, completion, best = _prospect(state, side | BIT[card], stone, BIT[card])
    return _Idea(after - before, card, stone, completion, best)


def _prospect(state: State, side: int, stone: int, played: int) -> tuple[int, int, int]:
    """Return what a side is worth for its best way to completion, the cards of that way, and the strength reached."""
    terms = state.terms[stone]
    hand = mask_of(card for card in state.hands[state.seat] if card < 54) & ~played
    ways = []
    for cards in (hand, CLAN & ~state.seen & ~played):
        completion = completion_above(-1, side, cards, terms)
        full = side | completion
        if full.bit_count() == size_of(terms):
            reached = strength(full, terms)
            ways.append((reached - _MISSING_COSTS * (completion & ~hand).bit_count(), completion, reached))
    return max(ways, default=(0, 0, 0))


def _in_words(state: State, idea: _Idea) -> str:
    terms, theirs = state.terms[idea.stone], 9 - state.seat * 9 + idea.stone
    text = f"{NAMES[idea.card]} {idea.stone + 1}: "
    if not idea.strength:
        return text + "there is room"
    text += f"makes {describe(idea.strength, terms)}"
    if idea.completion:
        hand = mask_of(state.hands[state.seat])
        have, lack = names_in(idea.completion & hand), names_in(idea.completion & ~hand)
        told = [f"{' '.join(have)} of your hand"] * bool(have) + [f"{' '.join(lack)} still to come"] * bool(lack)
        text += f" with {' and '.join(told)}"
    if state.strengths[theirs]:
        beats = "beats" if idea.strength > state.strengths[theirs] else "does not beat"
        text += f", which {beats} their {describe(state.strengths[theirs], terms)}"
    return text
