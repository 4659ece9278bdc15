"""Legal replies at random: what an honest bot may say, in numbers and in words."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from arbiter.rules.cards import NAMES
from arbiter.rules.notation import format_play
from arbiter.rules.plays import PASS
from arbiter.rules.state import FROM_CLAN, FROM_TACTICS, State


class Choice(NamedTuple):
    """A reply. `claims` are stones 0 to 8 or None for all; `words` is what follows the turn's number in the line."""

    play: int
    claims: tuple[int, ...] | None
    deck: int
    words: str


def choose(state: State, random: Random, strict: bool = False, eagerness: float = 0.8) -> Choice:
    """Return a legal reply of the seat to move; if `strict`, it makes no claim that would be refused."""
    claims = _claims(state, random, strict, eagerness) if state.rules.expert else ()
    after = claimed(state, claims)
    play = _any_legal(after, random) if not after.ending else _any_legal(state, random)
    if not state.rules.expert:
        claims = _claims_after(state, play, random, strict, eagerness)
    deck, draw = FROM_CLAN, ""
    if state.rules.tactics and play != PASS and random.random() < 0.5:
        deck = random.choice((FROM_CLAN, FROM_TACTICS))
        draw = " draw tactics" if deck else " draw clan"
    return Choice(play, claims, deck, f"{format_play(play, state)}{claims_text(claims)}{draw}")


def line_of(choice: Choice, number: int) -> str:
    """Return a reply as the line that answers a turn."""
    if choice.play == PASS:
        return f"pass {number}{choice.words[4:]}"
    return f"play {number} {choice.words}"


def choose_returns(state: State, random: Random) -> list[int]:
    """Return cards that a recruiter may give back."""
    return random.sample(state.returnable(state.seat), state.owed)


def returns_line(cards: Sequence[int], number: int) -> str:
    """Return the line that gives cards back."""
    return f"return {number} {','.join(NAMES[card] for card in cards) or '-'}"


def claimed(state: State, claims: Sequence[int] | None) -> State:
    """Return the position after claims of the seat to move, up to the one that wins."""
    after = state.copy()
    for stone in after.grantable() if claims is None else claims:
        if after.refusal(stone) is None:
            after.claim(stone)
            if after.ending:
                break
    return after


def claims_text(claims: Sequence[int] | None) -> str:
    """Return claims as they stand in a line, with the space before them."""
    if claims is None:
        return " claim all"
    return f" claim {','.join(str(stone + 1) for stone in claims)}" if claims else ""


def _any_legal(state: State, random: Random) -> int:
    """Return a legal play; each card that can be played has the same chance."""
    plays = state.legal_plays()
    card = random.choice(sorted({play if play == PASS else play & 63 for play in plays}))
    return random.choice([play for play in plays if (play if play == PASS else play & 63) == card])


def _claims_after(state: State, play: int, random: Random, strict: bool, eagerness: float) -> tuple[int, ...] | None:
    after = state.copy()
    after.play(play)
    if after.owed:
        return None if random.random() < eagerness else ()
    return _claims(after, random, strict, eagerness)


def _claims(state: State, random: Random, strict: bool, eagerness: float) -> tuple[int, ...] | None:
    """Return claims of the seat to move: mostly all, now and then a few, none, or ones that are refused."""
    luck = random.random()
    if luck > eagerness:
        return ()
    if luck < eagerness * 0.6:
        return None
    stones = state.grantable()
    random.shuffle(stones)
    if not strict and random.random() < 0.4:
        stones += [random.randrange(9) for _ in range(random.randrange(1, 4))]
        random.shuffle(stones)
    return tuple(stones[:9])
