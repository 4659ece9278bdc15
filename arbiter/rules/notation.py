"""Plays in words, as players and the protocol write them: ``R5 3``, ``recruiter 2+1``, ``traitor G7 3``, ``pass``."""

from collections.abc import Sequence
from typing import Final

from arbiter.rules import tactics
from arbiter.rules.cards import (
    BANSHEE,
    BIT,
    BLIND,
    CLAN_CARDS,
    JOKER,
    JOKERS,
    MUD,
    NAMES,
    RECRUITER,
    SECOND_JOKER,
    SHIELD,
    SPY,
    STRATEGIST,
    parse_card,
)
from arbiter.rules.plays import PASS, TO_DISCARD, to_stone
from arbiter.rules.state import State


class PlayError(ValueError):
    """Words that are no play; the message says what is expected."""


def format_play(play: int, state: State | None = None) -> str:
    """Return a play in words. `state`, the position before the play, tells how many cards a recruiter draws in all."""
    if play == PASS:
        return "pass"
    card, stone, moved = play & 63, play >> 6 & 15, play >> 10
    name = NAMES[card]
    if card <= MUD:
        return f"{name} {stone + 1}"
    if card == RECRUITER:
        total = tactics.RECRUITED if state is None else min(tactics.RECRUITED, sum(state.deck_sizes()))
        return f"{name} {stone}+{total - stone}"
    if card == BANSHEE:
        return f"{name} {NAMES[moved]}"
    return f"{name} {NAMES[moved]} " + ("discard" if stone == TO_DISCARD else str(stone + 1))


def parse_play(words: Sequence[str], state: State) -> int:
    """Return the play that `words` say for the seat to move; whether it is legal is `State.illegality`'s to tell.

    Raise `PlayError` for words that are no play, `UnknownCardError` for a word that is no card.
    """
    plain = _PLAIN.get(tuple(words))
    if plain is not None:
        return plain
    if not words:
        raise PlayError("a play is expected, such as: R5 3")
    card = _from_hand(parse_card(words[0]), state)
    rest = words[1:]
    if card <= MUD:
        return card | _stone(rest, words) << 6
    if card == RECRUITER:
        return card | _recruited(rest, state) << 6
    if not rest:
        raise PlayError(f"the {words[0]} needs the card it moves")
    moved = _on_table(parse_card(rest[0]), state, state.seat if card == STRATEGIST else 1 - state.seat)
    if card == BANSHEE:
        if len(rest) > 1:
            raise PlayError(f"nothing is expected after {' '.join(words[:2])}")
        return card | moved << 10
    if card == STRATEGIST and list(rest[1:]) == ["discard"]:
        return card | TO_DISCARD << 6 | moved << 10
    return card | _stone(rest[1:], words) << 6 | moved << 10


def parse_returns(names: Sequence[str], state: State) -> list[int]:
    """Return the cards called `names`, jokers as the hand of the seat to move holds them.

    Whether they may be given back is `State.return_illegality`'s to tell. Raise `UnknownCardError` for any other word.
    """
    cards: list[int] = []
    for name in names:
        card = parse_card(name)
        if card == JOKER and (JOKER in cards or JOKER not in state.hands[state.seat]):
            card = SECOND_JOKER
        cards.append(card)
    return cards


def parse_stone(word: str) -> int:
    """Return the stone 0 to 8 that is written 1 to 9. Raise `PlayError` for another word."""
    if len(word) == 1 and "1" <= word <= "9":
        return int(word) - 1
    raise PlayError(f"{word!r} is no stone (1 to 9)")


_PLAIN: Final[dict[tuple[str, ...], int]] = {("pass",): PASS} | {
    (NAMES[card], str(stone + 1)): to_stone(card, stone)
    for card in (*CLAN_CARDS, SPY, SHIELD, BLIND, MUD)
    for stone in range(9)
}


def _stone(words: Sequence[str], play: Sequence[str]) -> int:
    if len(words) != 1:
        raise PlayError(f"one stone (1 to 9) is expected in: {' '.join(play)}")
    return parse_stone(words[0])


def _recruited(words: Sequence[str], state: State) -> int:
    """Return the number of clan cards of ``2+1``; a total that the decks cannot give becomes an impossible number."""
    clan, plus, other = words[0].partition("+") if len(words) == 1 else ("", "", "")
    if not (plus and clan.isdecimal() and other.isdecimal() and len(clan) == len(other) == 1):
        raise PlayError("the recruiter needs the cards to draw, clan+tactics, such as: recruiter 2+1")
    total = min(tactics.RECRUITED, sum(state.deck_sizes()))
    return int(clan) if int(clan) + int(other) == total else 15


def _from_hand(card: int, state: State) -> int:
    hand = state.hands[state.seat]
    return SECOND_JOKER if card == JOKER and JOKER not in hand and SECOND_JOKER in hand else card


def _on_table(card: int, state: State, seat: int) -> int:
    if not BIT[card] & JOKERS:
        return card
    return SECOND_JOKER if tactics.stone_of(state, seat, SECOND_JOKER) >= 0 else JOKER
