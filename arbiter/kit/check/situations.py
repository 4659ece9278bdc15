"""Situations: positions that a bot seldom meets, and in which it is easily wrong."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from arbiter.rules.cards import BIT, CLAN, JOKERS, RECRUITER
from arbiter.rules.formations import BLIND_TERMS, MUD_TERMS
from arbiter.rules.plays import PASS, STONES
from arbiter.rules.state import State
from arbiter.rules.tactics import RECRUITED, RETURNED

ANY = ("tactics", "expert+tactics", "base", "expert")
TACTICS = ("tactics", "expert+tactics")
EXPERT_TACTICS = ("expert+tactics",)


@dataclass(frozen=True, slots=True)
class Situation:
    """What a position may be like for the seat to move. `variants` are those in which it is looked for, best first."""

    name: str
    holds: Callable[[State], object]
    variants: Sequence[str] = TACTICS
    is_return: bool = False

    def is_in(self, state: State) -> bool:
        """Tell whether a position is like this."""
        return bool(state.owed) == self.is_return and bool(self.holds(state))


@dataclass(frozen=True, slots=True)
class Matter:
    """What one check of positions is about: its situations, and what a bot that fails in them may have missed."""

    suspect: str
    situations: tuple[Situation, ...]


def _size(state: State, stone: int) -> int:
    return state.sides[state.seat * 9 + stone].bit_count()


def _room(state: State) -> tuple[int, ...]:
    return STONES[state.room[state.seat]]


def _under(state: State, terms: int) -> list[int]:
    """Return the unclaimed stones with a combat mode."""
    return [stone for stone in STONES[state.open] if state.terms[stone] & terms]


def _clan(state: State) -> list[int]:
    return [card for card in state.hands[state.seat] if card < 54]


def _tactics(state: State) -> list[int]:
    return [card for card in state.hands[state.seat] if card >= 54]


def _tactics_plays(state: State) -> list[int]:
    return [play for play in state.legal_plays() if play != PASS and play & 63 >= 54]


def _has_one_room(state: State) -> bool:
    return bool(_clan(state)) and len(_room(state)) == 1 and all(state.taken)


def _has_room_under_mud_alone(state: State) -> bool:
    mud = _under(state, MUD_TERMS)
    is_of_three = [*_room(state)] == mud and [_size(state, stone) for stone in mud] == [3]
    return bool(_clan(state)) and is_of_three and state.open.bit_count() > 3


def _has_room_beside_mud_alone(state: State) -> bool:
    mud = _under(state, MUD_TERMS)
    is_of_four = len(_room(state)) == 1 and [_size(state, stone) for stone in mud] == [4]
    return bool(_clan(state)) and is_of_four and state.open.bit_count() > 3


def _has_empty_side(state: State, terms: int) -> bool:
    is_another_full = any(_size(state, stone) == 3 and stone not in _room(state) for stone in STONES[state.open])
    return is_another_full and any(not _size(state, stone) for stone in _under(state, terms))


def _has_full_side_under_blind(state: State) -> bool:
    return any(_size(state, stone) and stone not in _room(state) for stone in _under(state, BLIND_TERMS))


def _open_terms(state: State) -> list[int]:
    return [state.terms[stone] for stone in STONES[state.open]]


def _has_both_kinds_discarded(state: State) -> bool:
    return bool(state.discard & CLAN and state.discard & ~CLAN)


def _meets_joker(state: State) -> bool:
    theirs = 9 - state.seat * 9
    return any(state.sides[theirs + stone] & JOKERS for stone in STONES[state.open])


def _holds_dead_joker(state: State) -> bool:
    return bool(state.jokers_played[state.seat]) and any(BIT[card] & JOKERS for card in _tactics(state))


def _has_to_wait(state: State) -> bool:
    played = state.tactics_played
    is_at_limit = played[state.seat] >= played[1 - state.seat] + state.rules.tactics_lead
    return is_at_limit and len(_tactics(state)) > 2


def _may_recruit_few(state: State) -> bool:
    return 0 < sum(state.deck_sizes()) < RECRUITED and any(play & 63 == RECRUITER for play in _tactics_plays(state))


def _has_recruited_few(state: State) -> bool:
    """Tell whether a hand that was full has drawn one or two cards for its recruiter."""
    return state.hand_size <= len(state.hands[state.seat]) < state.hand_size - 1 + RECRUITED


def _claims_close_plays(state: State) -> bool:
    """Tell whether the claims that would be granted take a good part of the tactics plays, and do not win."""
    granted, plays, after = state.grantable(), _tactics_plays(state), state.copy()
    for stone in granted:
        after.claim(stone)
    lost = [play for play in plays if after.illegality(play)]
    return bool(granted and plays and not after.ending) and 3 * len(lost) >= len(plays)


MATTERS: dict[str, Matter] = {
    "full sides": Matter(
        "look for room and for a clan card before you choose: where either is missing, pass",
        (
            Situation("room on one stone alone", _has_one_room, ANY),
            Situation("no room for a clan card", lambda state: _clan(state) and not _room(state), ANY),
            Situation("an empty hand", lambda state: not state.hands[state.seat], ANY),
            Situation("no clan card in the hand", lambda state: not _clan(state) and _room(state)),
            Situation("tactics cards alone in the hand", lambda state: not _clan(state) and _tactics(state)),
        ),
    ),
    "empty decks": Matter(
        "both numbers of 'deck' go down to 0, and a recruiter draws no more than they say",
        (
            Situation("an empty clan deck", lambda state: _clan(state) and state.deck_sizes()[0] == 0, ANY),
            Situation("an empty tactics deck", lambda state: state.deck_sizes()[0] > 0 == state.deck_sizes()[1]),
            Situation("a recruiter and few cards to draw", _may_recruit_few),
        ),
    ),
    "mud and blind": Matter(
        "a stone in 'mud' has room for four cards on each side, any other for three, also one in 'blind'",
        (
            Situation("room under mud alone, beside full sides", _has_room_under_mud_alone),
            Situation("room beside a full side under mud", _has_room_beside_mud_alone),
            Situation("an empty side under mud", lambda state: _has_empty_side(state, MUD_TERMS)),
            Situation("an empty side under blind", lambda state: _has_empty_side(state, BLIND_TERMS)),
            Situation("a full side under blind", _has_full_side_under_blind),
            Situation("mud and blind on one stone", lambda state: MUD_TERMS | BLIND_TERMS in _open_terms(state)),
        ),
    ),
    "jokers and ruses": Matter(
        "not every card is a colour and a value; 'played', 'jokers' and 'lead' tell which tactics cards may be played",
        (
            Situation("clan cards and ruses in the discard", _has_both_kinds_discarded),
            Situation("a joker of the opponent", _meets_joker),
            Situation("a second joker, which is dead", _holds_dead_joker),
            Situation("tactics cards that have to wait", _has_to_wait),
        ),
    ),
    "returns": Matter(
        "'give' and 'drew' may be less than usual, and once you have played a joker, the other one stays in the hand",
        (
            Situation("after less than three cards", _has_recruited_few, is_return=True),
            Situation("of less than two cards", lambda state: state.owed < RETURNED, is_return=True),
            Situation("with a second joker in the hand", _holds_dead_joker, is_return=True),
        ),
    ),
    "claims before the play": Matter(
        "in the expert variants a stone that the claims of a line take is closed for the play of that line",
        (Situation("plays that the claims of the line close", _claims_close_plays, EXPERT_TACTICS),),
    ),
}
"""What the checks of positions are about, by their names."""

SITUATIONS = tuple(situation for matter in MATTERS.values() for situation in matter.situations)
