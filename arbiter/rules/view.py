"""What one seat may know of a position: the public state and its own hand."""

from dataclasses import dataclass

from arbiter.rules.cards import NAMES, names_in
from arbiter.rules.formations import BLIND_TERMS, MUD_TERMS
from arbiter.rules.plays import STONES
from arbiter.rules.state import State


@dataclass(frozen=True, slots=True)
class View:
    """A position as one seat sees it. Cards are names, stones 1 to 9; pairs are this seat's and the opponent's.

    `stones[stone - 1]` holds the cards of both sides. `first`: unclaimed stones on which this side is complete and
    would win a tie. `deck`: cards left in the clan and the tactics deck. `opponent`: clan and tactics cards in the
    opponent's hand.
    """

    hand: tuple[str, ...]
    stones: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]
    mine: tuple[int, ...]
    theirs: tuple[int, ...]
    first: tuple[int, ...]
    blind: tuple[int, ...]
    mud: tuple[int, ...]
    discard: tuple[str, ...]
    deck: tuple[int, int]
    opponent: tuple[int, int]
    played: tuple[int, int]
    jokers: tuple[int, int]


def view(state: State, seat: int) -> View:
    """Return what a seat (0 or 1) may know of a position."""
    mine, theirs = seat * 9, 9 - seat * 9
    opponent = state.hands[1 - seat]
    clan = sum(card < 54 for card in opponent)
    return View(
        hand=tuple(NAMES[card] for card in sorted(state.hands[seat])),
        stones=tuple(
            (tuple(names_in(state.sides[mine + stone])), tuple(names_in(state.sides[theirs + stone])))
            for stone in range(9)
        ),
        mine=_numbers(state.taken[seat]),
        theirs=_numbers(state.taken[1 - seat]),
        first=_numbers(wins_ties(state, seat)),
        blind=_numbers(sum(1 << stone for stone in range(9) if state.terms[stone] & BLIND_TERMS)),
        mud=_numbers(sum(1 << stone for stone in range(9) if state.terms[stone] & MUD_TERMS)),
        discard=tuple(names_in(state.discard)),
        deck=state.deck_sizes(),
        opponent=(clan, len(opponent) - clan),
        played=(state.tactics_played[seat], state.tactics_played[1 - seat]),
        jokers=(state.jokers_played[seat], state.jokers_played[1 - seat]),
    )


def wins_ties(state: State, seat: int) -> int:
    """Return the unclaimed stones on which a seat's side is complete, and the other's is not or was completed later."""
    full = state.open & ~state.room[seat]
    both = full & ~state.room[1 - seat]
    if not both:
        return full
    mine, theirs = seat * 9, 9 - seat * 9
    finished = state.finished
    for stone in STONES[both]:
        if finished[mine + stone] > finished[theirs + stone]:
            full ^= 1 << stone
    return full


def _numbers(stones: int) -> tuple[int, ...]:
    return tuple(stone + 1 for stone in STONES[stones])
