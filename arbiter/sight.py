"""What the seats may see, as the fields of a ``turn``: `arbiter.rules.view` in the protocol's words, made for speed."""

from functools import lru_cache
from typing import Final

from arbiter.rules.cards import BIT, NAMES, names_in
from arbiter.rules.formations import BLIND_TERMS, MUD_TERMS
from arbiter.rules.plays import STONES
from arbiter.rules.state import State
from arbiter.rules.view import wins_ties
from protocol.codec import list_text

_NAME_OF: Final = NAMES.__getitem__
_KEYS: Final = tuple(f"{stone}=" for stone in range(1, 10))
_STONE_LISTS: Final = tuple(list_text(stone + 1 for stone in stones) for stones in STONES)


class Sight:
    """Both seats' views of a position that is played on; only stones that were touched are written anew."""

    __slots__ = ("_state", "_stones")

    def __init__(self, state: State) -> None:
        self._state = state
        self._stones = [""] * 9, [""] * 9
        state.touched = (1 << 9) - 1

    def fields(self, seat: int) -> str:
        """Return the fields from ``hand`` to ``jokers`` that a seat gets."""
        state = self._state
        if state.touched:
            self._write_stones()
        hand = ",".join(map(_NAME_OF, sorted(state.hands[seat]))) or "-"
        is_full = state.open & ~state.room[seat]
        first = _STONE_LISTS[wins_ties(state, seat)] if is_full else "-"
        taken = state.taken
        if state.rules.tactics:
            public = self._tactics(seat)
        else:
            deck, opponent = len(state.decks[0]) - state.tops[0], len(state.hands[1 - seat])
            public = f"blind=- mud=- discard=- deck={deck}+0 opponent={opponent}+0 played=0/0 jokers=0/0"
        return (
            f"hand={hand} {' '.join(self._stones[seat])} mine={_STONE_LISTS[taken[seat]]} "
            f"theirs={_STONE_LISTS[taken[1 - seat]]} first={first} {public}"
        )

    def _write_stones(self) -> None:
        state = self._state
        for stone in STONES[state.touched]:
            first, second = _side_text(state.sides[stone]), _side_text(state.sides[9 + stone])
            self._stones[0][stone] = f"{_KEYS[stone]}{first}/{second}"
            self._stones[1][stone] = f"{_KEYS[stone]}{second}/{first}"
        state.touched = 0

    def _tactics(self, seat: int) -> str:
        state = self._state
        opponent = state.hands[1 - seat]
        clan_deck, tactics_deck = state.deck_sizes()
        clan = len([card for card in opponent if card < 54])
        played, jokers = state.tactics_played, state.jokers_played
        return (
            f"blind={self._stones_under(BLIND_TERMS)} mud={self._stones_under(MUD_TERMS)} "
            f"discard={_side_text(state.discard)} deck={clan_deck}+{tactics_deck} "
            f"opponent={clan}+{len(opponent) - clan} played={played[seat]}/{played[1 - seat]} "
            f"jokers={jokers[seat]}/{jokers[1 - seat]}"
        )

    def _stones_under(self, terms: int) -> str:
        return _STONE_LISTS[sum([BIT[stone] for stone, its in enumerate(self._state.terms) if its & terms])]


@lru_cache(maxsize=1 << 12)
def _side_text(side: int) -> str:
    return list_text(names_in(side))
