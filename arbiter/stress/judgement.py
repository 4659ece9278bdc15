"""What came of the claims of a turn, held against what the rules say."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from arbiter.rules.cards import CLAN_CARDS, NAMES, TACTICS_CARDS, parse_card
from arbiter.rules.proof import Refusal
from arbiter.rules.state import NOBODY, State
from arbiter.stress.finding import demand
from arbiter.stress.legality import check_claim
from arbiter.stress.watch import Watch


class Settled(NamedTuple):
    """The claims of a turn (None: all) and what came of them."""

    claims: Sequence[int] | None
    granted: Sequence[int]
    refused: Sequence[tuple[int, Refusal]]


def check_turn(before: State, after: State, settled: Settled, watch: Watch, random: Random) -> None:
    """Raise a finding if a turn that led from one position to another has granted or refused a claim wrongly."""
    moment = before.copy()
    if not before.rules.expert:
        watch.note_completions()
        moment = _reopened(before, after)
    granted, refused = list(settled.granted), list(settled.refused)
    for stone in range(9) if settled.claims is None else settled.claims:
        if moment.ending:
            break
        refusal = None
        if granted and granted[0] == stone:
            granted.pop(0)
        elif settled.claims is None:
            refusal = moment.refusal(stone)
            demand(refusal, "all claims leave a stone out", f"stone {stone + 1}")
        else:
            refusal = _next_refusal(refused, stone)
        check_claim(moment, stone, refusal, watch.is_first(moment.seat, stone), random)
        if refusal is None:
            moment.claim(stone)
    demand(not granted and not refused, "claims are settled that were not made", granted, refused)


def _next_refusal(refused: list[tuple[int, Refusal]], stone: int) -> Refusal:
    demand(refused and refused[0][0] == stone, "a claim is not settled", f"stone {stone + 1}")
    return refused.pop(0)[1]


def check_return(after: State, names: Sequence[str]) -> None:
    """Raise a finding unless the cards that a recruiter gave back lie under their decks, the first named above."""
    for deck, cards in zip(after.decks, (CLAN_CARDS, TACTICS_CARDS), strict=True):
        given = [name for name in names if parse_card(name) in cards]
        under = [NAMES[card] for card in deck[len(deck) - len(given) :]]
        demand(under == given, "a return goes astray", names, under)


def _reopened(before: State, after: State) -> State:
    """Return the position in which claims are settled after the play: that after the turn, without its claims."""
    moment = after.copy()
    moment.seat, moment.open, moment.taken = before.seat, before.open, before.taken[:]
    moment.ending, moment.winner = None, NOBODY
    return moment
