"""Legal plays held against the reasons why plays are illegal, and claims against the proofs."""

from collections.abc import Sequence
from functools import reduce
from operator import or_
from random import Random

from arbiter.rules.cards import BANSHEE, JOKER, MUD, NAMES, RECRUITER, SECOND_JOKER, TRAITOR, cards_in
from arbiter.rules.notation import format_play, parse_play
from arbiter.rules.plays import PASS, TO_DISCARD, banshee, recruit, strategist, to_stone, traitor
from arbiter.rules.proof import Reason, Refusal
from arbiter.rules.state import State
from arbiter.stress.brute import completions, is_complete, worth
from arbiter.stress.finding import demand

CANDIDATES = 6
COMPLETIONS = 300


def check_legality(state: State, random: Random) -> None:
    """Raise a finding if the fast and the slow ways of the rules do not agree in a position."""
    legal = state.legal_plays()
    demand(legal and len(set(legal)) == len(legal), "a legal play twice, or none", legal)
    for play in legal if len(legal) <= CANDIDATES else random.sample(legal, CANDIDATES):
        why = state.illegality(play)
        demand(why is None, "a legal play is illegal", format_play(play, state), why)
    for play in any_plays(state, random, CANDIDATES):
        is_legal = play in legal
        demand((state.illegality(play) is None) == is_legal, "an illegal play is legal", format_play(play, state))
    play = random.choice(legal)
    words = format_play(play, state)
    demand(play == parse_play(words.split(), state), "a play does not come back from its words", words)
    grantable = state.grantable()
    proved = [stone for stone in range(9) if state.refusal(stone) is None]
    demand(grantable == proved, "the stones that can be granted are not those that are not refused", grantable, proved)


def any_plays(state: State, random: Random, count: int = 1) -> list[int]:
    """Return plays that can be written down, legal or not."""
    on_table = cards_in(reduce(or_, state.sides)) or [0]
    return [_any_play(state, random, on_table) for _ in range(count)]


def _any_play(state: State, random: Random, on_table: Sequence[int]) -> int:
    if random.random() < 0.1:
        return PASS
    card = random.choice(state.hands[state.seat] or [0]) if random.random() < 0.7 else random.randrange(64)
    if card == SECOND_JOKER and JOKER in state.hands[state.seat]:
        card = JOKER
    stone = random.randrange(9)
    moved = random.choice(on_table) if random.random() < 0.8 else random.randrange(64)
    if card <= MUD:
        return to_stone(card, stone)
    if card == RECRUITER:
        return recruit(random.randrange(4))
    if card == BANSHEE:
        return banshee(moved)
    if card == TRAITOR:
        return traitor(moved, stone)
    return strategist(moved, TO_DISCARD if random.random() < 0.2 else stone)


def check_claim(state: State, stone: int, refusal: Refusal | None, is_first: bool, random: Random) -> None:
    """Raise a finding if what came of a claim of the seat to move, in this position, is not what must come of it."""
    where = f"stone {stone + 1}"
    if refusal and refusal.reason is Reason.CLAIMED:
        demand(not state.open >> stone & 1, "an open stone is called claimed", where)
        return
    demand(state.open >> stone & 1, "a claimed stone is claimed again", where)
    mine, theirs = state.sides[state.seat * 9 + stone], state.sides[9 - state.seat * 9 + stone]
    terms = state.terms[stone]
    is_incomplete = refusal is not None and refusal.reason is Reason.INCOMPLETE
    demand(is_complete(mine, terms) != is_incomplete, "a claim of an incomplete side", where)
    if is_incomplete:
        return
    bar = worth(mine, terms)
    if is_complete(theirs, terms):
        _check_comparison(bar, worth(theirs, terms), refusal, is_first)
    elif refusal is None:
        _check_proof(state, theirs, stone, bar, random)
    else:
        _check_beater(state, theirs, stone, bar, refusal)


def _check_comparison(bar: tuple[int, int], other: tuple[int, int], refusal: Refusal | None, is_first: bool) -> None:
    reason = refusal.reason if refusal else None
    expected = Reason.WEAKER if other > bar else Reason.LATER if other == bar and not is_first else None
    demand(reason is expected, "two complete sides are compared wrongly", reason, expected)


def _check_proof(state: State, theirs: int, stone: int, bar: tuple[int, int], random: Random) -> None:
    unseen = sum(1 << card for card in range(54) if not state.seen >> card & 1)
    for side in completions(theirs, unseen, state.terms[stone], COMPLETIONS, random):
        demand(worth(side, state.terms[stone]) <= bar, "a granted claim is beaten", f"stone {stone + 1}", _names(side))


def _check_beater(state: State, theirs: int, stone: int, bar: tuple[int, int], refusal: Refusal) -> None:
    terms, beater = state.terms[stone], refusal.beater
    demand(refusal.reason is Reason.BEATABLE, "a claim is refused for a wrong reason", refusal)
    demand(not beater & state.seen and beater < 1 << 54, "a claim is refused by cards that are seen", _names(beater))
    demand(is_complete(theirs | beater, terms) and not theirs & beater, "a claim is refused by cards that do not fit")
    demand(worth(theirs | beater, terms) > bar, "a claim is refused by cards that do not beat it", _names(beater))


def _names(mask: int) -> Sequence[str]:
    return [NAMES[card] for card in cards_in(mask)]
