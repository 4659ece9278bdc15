"""Determinization: whole positions that look exactly like a view, with the cards that it hides dealt at random."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arbiter.rules.cards import (
    BLIND,
    CLAN,
    CLAN_CARDS,
    ELITES,
    JOKER,
    MUD,
    SECOND_JOKER,
    TACTICS_CARDS,
    cards_in,
    parse_card,
)
from arbiter.rules.formations import BLIND_TERMS, MUD_TERMS, size_of, strength
from arbiter.rules.state import State
from arbiter.rules.variants import rules_of
from protocol.client import STONES

if TYPE_CHECKING:
    from collections.abc import Iterable
    from random import Random

    from protocol.client import View

BEFORE, AFTER = 1, 2
"""The turns that count as those in which sides were completed: only their order matters, and both are in the past."""


class Worlds:
    """All positions that a seat may be in, as far as its view tells: `sample` returns one, each equally likely.

    `table` is what they share: a position without the opponent's hand and the decks.
    """

    def __init__(self, view: View) -> None:
        names = _Names()
        self.table = state = State.deal(rules_of(view.game.variant, view.game.ranking, view.game.lead), CLAN_CARDS)
        self._seat = seat = 0 if view.game.seat == "first" else 1
        state.turn, state.seat = view.number, seat
        state.idle = int(view.opponent_action is not None and view.opponent_action.play == "pass")
        state.owed = view.give
        state.hands = [[], []]
        state.hands[seat] = names.cards(view.hand)
        state.tactics_played, state.jokers_played = list(view.played), list(view.jokers)
        if seat:
            state.tactics_played.reverse()
            state.jokers_played.reverse()
        state.discard = sum(1 << card for card in names.cards(view.discard))
        state.seen = state.discard & CLAN
        for stone in STONES:
            self._lay(view, stone, names)
        self._hide(view)

    def sample(self, rng: Random) -> State:
        """Return one of the positions, a copy that may be played on."""
        state, clan, tactics = self.table.copy(), self._clan[:], self._tactics[:]
        rng.shuffle(clan)
        rng.shuffle(tactics)
        clan_count, tactics_count = self._held
        state.hands[1 - self._seat] = clan[:clan_count] + tactics[:tactics_count]
        state.decks = [tuple(clan[clan_count:]), tuple(tactics[tactics_count:])]
        return state

    def _lay(self, view: View, stone: int, names: _Names) -> None:
        """Lay both sides of a stone, under its modes, and close it if it is claimed."""
        state, at, seat = self.table, stone - 1, self._seat
        state.terms[at] += BLIND_TERMS * (stone in view.blind) + MUD_TERMS * (stone in view.mud)
        for owner, cards in zip((seat, 1 - seat), view.stones[stone], strict=True):
            side = sum(1 << card for card in names.cards(cards))
            state.sides[owner * 9 + at] = side
            state.seen |= side & (CLAN | ELITES)
            if side.bit_count() == size_of(state.terms[at]):
                state.room[owner] ^= 1 << at
                state.strengths[owner * 9 + at] = strength(side, state.terms[at])
                state.finished[owner * 9 + at] = BEFORE if (owner == seat) == (stone in view.first) else AFTER
        for owner, claimed in ((seat, view.mine), (1 - seat, view.theirs)):
            if stone in claimed:
                state.award(at, owner)

    def _hide(self, view: View) -> None:
        """Collect the cards that may be in the opponent's hand and in the decks."""
        state = self.table
        known = state.discard | sum(1 << card for card in state.hands[self._seat])
        known |= (1 << BLIND) * bool(view.blind) | (1 << MUD) * bool(view.mud)
        for side in state.sides:
            known |= side
        self._held = view.opponent
        self._clan = cards_in(CLAN & ~known)
        self._tactics = [card for card in TACTICS_CARDS if not known >> card & 1] if view.game.is_tactics else []
        state.decks, state.tops = [(), ()], [0, 0]


class _Names:
    """Cards by name, the first joker that is asked for being the first."""

    def __init__(self) -> None:
        self._jokers = iter((JOKER, SECOND_JOKER))

    def cards(self, names: Iterable[str]) -> list[int]:
        return [next(self._jokers) if name == "joker" else parse_card(name) for name in names]
