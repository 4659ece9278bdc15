"""Positions for the tests: laid by hand, or reached by random play."""

import random
from collections.abc import Iterator

from hypothesis import strategies as st

from arbiter.rules.cards import CLAN_CARDS, TACTICS_CARDS, cards_in, parse_card, parse_cards
from arbiter.rules.plays import to_stone
from arbiter.rules.state import ATTRIBUTES, State
from arbiter.rules.variants import VARIANTS, Ranking, Rules, rules_of

SEEDS = st.integers(0, 2**32 - 1)
ALL_RULES = st.builds(rules_of, st.sampled_from(VARIANTS), st.sampled_from(list(Ranking)), st.sampled_from([1, 1, 0]))


def deal(rules: Rules | str = "base", seed: int = 0) -> State:
    """Return a shuffled deal."""
    rules = rules_of(rules) if isinstance(rules, str) else rules
    rng = random.Random(seed)
    tactics = rng.sample(TACTICS_CARDS, 10) if rules.tactics else []
    return State.deal(rules, rng.sample(CLAN_CARDS, 54), tactics)


def lay(state: State, seat: int, names: str, stone: int) -> None:
    """Lay cards on a side of the stone numbered 1 to 9, one a turn, wherever they are now."""
    for card in cards_in(parse_cards(names.split())):
        state.turn += 1
        state.place(seat, card, stone - 1)


def hold(state: State, seat: int, names: str) -> None:
    """Let a hand hold exactly these cards; a second joker is the second one."""
    state.hands[seat] = cards_in(parse_cards(names.split()))


def play(state: State, name: str, stone: int) -> int:
    """Return the play of a troop or mode to the stone numbered 1 to 9."""
    return to_stone(parse_card(name), stone - 1)


def walk(state: State, rng: random.Random, *, eagerness: float = 1.0) -> Iterator[str]:
    """Play random legal plays to the end, and say after each step what comes next: play, return, claim, refill or end.

    Each grantable claim is made with the probability `eagerness`.
    """
    while not state.ending:
        if state.rules.expert:
            yield "claim"
            _claim(state, rng, eagerness)
            if state.ending:
                break
        yield "play"
        state.play(rng.choice(state.legal_plays()))
        if state.owed:
            yield "return"
            state.give_back(rng.sample(state.returnable(state.seat), state.owed))
        if not state.rules.expert:
            yield "claim"
            _claim(state, rng, eagerness)
            if state.ending:
                break
        yield "refill"
        state.end_turn(rng.randrange(2))
    yield "end"


def _claim(state: State, rng: random.Random, eagerness: float) -> None:
    for stone in state.grantable():
        if rng.random() < eagerness:
            state.claim(stone)
            if state.ending:
                return


def contents(state: State) -> dict[str, object]:
    """Return all that a position holds."""
    return {name: getattr(state, name) for name in ATTRIBUTES}
