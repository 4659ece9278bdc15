"""What a seat may see, as the fields of a ``turn``: `arbiter.rules.view` in the protocol's words, made for speed."""

from functools import lru_cache

from arbiter.rules.cards import BIT, NAMES, names_in
from arbiter.rules.formations import BLIND_TERMS, MUD_TERMS
from arbiter.rules.plays import STONES
from arbiter.rules.state import State
from arbiter.rules.view import wins_ties
from protocol.codec import list_text

_STONE_LISTS = tuple(list_text(stone + 1 for stone in stones) for stones in STONES)


class Sight:
    """One seat's view of a position that is played on; a stone's text is made anew only when a side of it has changed."""

    __slots__ = ("_mine", "_seat", "_state", "_stones", "_theirs")

    def __init__(self, state: State, seat: int) -> None:
        self._state, self._seat = state, seat
        self._mine, self._theirs = [0] * 9, [0] * 9
        self._stones = [f"{stone}=-/-" for stone in range(1, 10)]

    def fields(self) -> str:
        """Return the fields from ``hand`` to ``jokers``."""
        state, seat = self._state, self._seat
        hand = ",".join([NAMES[card] for card in sorted(state.hands[seat])]) or "-"
        return f"hand={hand} {self._stones_text()} {self._public()}"

    def _stones_text(self) -> str:
        sides = self._state.sides
        if self._seat == 0:
            mine, theirs = sides[:9], sides[9:]
        else:
            mine, theirs = sides[9:], sides[:9]
        if mine != self._mine or theirs != self._theirs:
            for stone in range(9):
                if mine[stone] != self._mine[stone] or theirs[stone] != self._theirs[stone]:
                    self._stones[stone] = f"{stone + 1}={_side_text(mine[stone])}/{_side_text(theirs[stone])}"
            self._mine, self._theirs = mine, theirs
        return " ".join(self._stones)

    def _public(self) -> str:
        state, seat = self._state, self._seat
        first = _STONE_LISTS[wins_ties(state, seat)]
        mine, theirs = _STONE_LISTS[state.taken[seat]], _STONE_LISTS[state.taken[1 - seat]]
        opponent = state.hands[1 - seat]
        if not state.rules.tactics:
            deck = len(state.decks[0]) - state.tops[0]
            return (
                f"mine={mine} theirs={theirs} first={first} blind=- mud=- discard=- deck={deck}+0 "
                f"opponent={len(opponent)}+0 played=0/0 jokers=0/0"
            )
        clan_deck, tactics_deck = state.deck_sizes()
        clan = sum([card < 54 for card in opponent])
        played, jokers = state.tactics_played, state.jokers_played
        return (
            f"mine={mine} theirs={theirs} first={first} "
            f"blind={self._stones_under(BLIND_TERMS)} mud={self._stones_under(MUD_TERMS)} "
            f"discard={_side_text(state.discard)} deck={clan_deck}+{tactics_deck} "
            f"opponent={clan}+{len(opponent) - clan} played={played[seat]}/{played[1 - seat]} "
            f"jokers={jokers[seat]}/{jokers[1 - seat]}"
        )

    def _stones_under(self, terms: int) -> str:
        return _STONE_LISTS[sum([BIT[stone] for stone in range(9) if self._state.terms[stone] & terms])]


@lru_cache(maxsize=1 << 12)
def _side_text(side: int) -> str:
    return list_text(names_in(side))
