"""The ten tactics cards: which plays of them are legal, and what they do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from arbiter.rules.cards import (
    BANSHEE,
    BIT,
    BLIND,
    CLAN,
    JOKER,
    JOKERS,
    MUD,
    NAMES,
    RECRUITER,
    SECOND_JOKER,
    SHIELD,
    STRATEGIST,
    TRAITOR,
    cards_in,
)
from arbiter.rules.formations import BLIND_TERMS, MUD_TERMS
from arbiter.rules.plays import AT, STONES, TO_DISCARD

if TYPE_CHECKING:
    from arbiter.rules.state import State

RECRUITED: Final = 3
RETURNED: Final = 2


def legal_plays(state: State) -> list[int]:
    """Return the legal plays of tactics cards for the seat to move, which must be within its limit of them."""
    seat = state.seat
    hand = state.hands[seat]
    plays: list[int] = []
    for card in hand:
        if card < 54:
            continue
        if card <= SHIELD:
            if card <= SECOND_JOKER and (state.jokers_played[seat] or (card == SECOND_JOKER and JOKER in hand)):
                continue
            plays += [card + at for at in AT[state.room[seat]]]
        elif card <= MUD:
            plays += [card + at for at in AT[state.open]]
        else:
            plays += _RUSES[card](state)
    return plays


def illegality(state: State, play: int) -> str | None:
    """Return why the seat to move may not play a tactics card of its hand, or None if it may."""
    seat, card, stone = state.seat, play & 63, play >> 6
    lead = state.rules.tactics_lead
    if state.tactics_played[seat] >= state.tactics_played[1 - seat] + lead:
        return (
            f"you have played {state.tactics_played[seat]} tactics cards and the opponent "
            f"{state.tactics_played[1 - seat]}: the limit is {lead} more than the opponent"
        )
    if card <= SHIELD:
        if BIT[card] & JOKERS and state.jokers_played[seat]:
            return "a player can play only one joker in a game"
        return state.placing_illegality(seat, stone)
    if card <= MUD:
        return None if state.open >> stone & 1 else f"stone {stone + 1} is already claimed"
    return None if play in _RUSES[card](state) else _ruse_illegality(state, play)


def play(state: State, play: int) -> None:
    """Carry out a legal play of a tactics card that has left the hand."""
    card, stone, seat = play & 63, play >> 6 & 15, state.seat
    if card <= SHIELD:
        if card <= SECOND_JOKER:
            state.jokers_played[seat] += 1
        state.place(seat, card, stone)
        return
    if card <= MUD:
        state.change_terms(stone, BLIND_TERMS if card == BLIND else MUD_TERMS)
        return
    state.discard |= BIT[card]
    if card == RECRUITER:
        _recruit(state, stone)
        return
    moved = play >> 10
    owner = seat if card == STRATEGIST else 1 - seat
    source = stone_of(state, owner, moved)
    state.remove(owner, moved, source)
    if card == BANSHEE or stone == TO_DISCARD:
        state.discard |= BIT[moved]
    else:
        state.place(seat, moved, stone)


def stone_of(state: State, seat: int, card: int) -> int:
    """Return the unclaimed stone on which a seat has a card, or -1 if there is none."""
    for stone in STONES[state.open]:
        if state.sides[seat * 9 + stone] >> card & 1:
            return stone
    return -1


def _recruit(state: State, clan: int) -> None:
    seat = state.seat
    for _ in range(clan):
        state.draw(seat, 0)
    for _ in range(min(RECRUITED - clan, state.deck_sizes()[1])):
        state.draw(seat, 1)
    state.owed = min(RETURNED, len(state.returnable(seat)))
    state.skip_draw()


def _recruiter_plays(state: State) -> list[int]:
    clan, tactics = state.deck_sizes()
    total = min(RECRUITED, clan + tactics)
    return [RECRUITER | count << 6 for count in range(max(0, total - tactics), min(total, clan) + 1)]


def _strategist_plays(state: State) -> list[int]:
    seat = state.seat
    plays = []
    for stone in STONES[state.open]:
        side = state.sides[seat * 9 + stone]
        if side:
            targets = (*AT[state.room[seat] & ~(1 << stone)], TO_DISCARD << 6)
            plays += [STRATEGIST + (card << 10) + at for card in cards_in(side) for at in targets]
    return plays


def _banshee_plays(state: State) -> list[int]:
    theirs = 9 - state.seat * 9
    return [BANSHEE | card << 10 for stone in STONES[state.open] for card in cards_in(state.sides[theirs + stone])]


def _traitor_plays(state: State) -> list[int]:
    theirs = 9 - state.seat * 9
    targets = AT[state.room[state.seat]]
    return [
        TRAITOR + (card << 10) + at
        for stone in STONES[state.open]
        for card in cards_in(state.sides[theirs + stone] & CLAN)
        for at in targets
    ]


_RUSES: Final = {
    RECRUITER: _recruiter_plays,
    STRATEGIST: _strategist_plays,
    BANSHEE: _banshee_plays,
    TRAITOR: _traitor_plays,
}


def _ruse_illegality(state: State, play: int) -> str:
    card, stone, moved = play & 63, play >> 6 & 15, play >> 10
    if card == RECRUITER:
        clan, tactics = state.deck_sizes()
        total = min(RECRUITED, clan + tactics)
        return f"the recruiter draws {total} cards in all, from a clan deck of {clan} and a tactics deck of {tactics}"
    owner = state.seat if card == STRATEGIST else 1 - state.seat
    source = stone_of(state, owner, moved)
    if source < 0:
        whose = "your side" if card == STRATEGIST else "the opponent's side"
        return f"the card {NAMES[moved]} lies on {whose} of no unclaimed stone"
    if card == TRAITOR and moved >= 54:
        return "the traitor takes clan cards only"
    if card == STRATEGIST and stone == source:
        return "the strategist moves a card to another stone"
    return state.placing_illegality(state.seat, stone) or "the play is not legal"
