"""A claim at one stone, in words: who lays what, what else is seen, and whether the claim is granted."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from arbiter.rules.cards import CLAN, MODES, TROOPS, UnknownCardError, names_in, parse_card, parse_cards
from arbiter.rules.formations import BLIND_TERMS, MUD_TERMS, RUN_OVER_COLOUR_TERMS, describe, size_of, strength
from arbiter.rules.proof import Refusal, completion_above, judge
from arbiter.rules.variants import Ranking

CLAIMANT, OPPONENT = PARTIES = ("claimant", "opponent")
_TERMS_OF_MODE = {"blind": BLIND_TERMS, "mud": MUD_TERMS}


class ClaimError(ValueError):
    """Words that make no claim that can be judged; `word` is the one to blame, empty where a word is missing."""

    def __init__(self, why: str, word: str = "") -> None:
        super().__init__(why)
        self.word = word


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim at one stone: both sides, the unseen clan cards, the terms, and who was first."""

    claimant: int
    opponent: int
    unseen: int
    terms: int
    is_first: bool


@dataclass(frozen=True, slots=True)
class Proof:
    """What comes of a claim: `refusal` is None if it is granted.

    `mine` says what the claimant's side is, such as ``run of 15``; it is empty while that side is incomplete. `theirs`
    says what the opponent's side is or, with the unseen cards `completion`, is at most; it is empty if too few cards
    are unseen to complete it.
    """

    refusal: Refusal | None
    mine: str
    theirs: str
    completion: tuple[str, ...]

    @property
    def verdict(self) -> str:
        """``granted`` or ``refused``."""
        return "refused" if self.refusal else "granted"

    @property
    def why(self) -> str:
        """The verdict's reason in words."""
        if not self.mine:
            return "an incomplete side is never claimed"
        if not self.theirs:
            return f"{self.mine}, and too few cards are unseen to complete the other side"
        if self.completion:
            at_most = "" if self.refusal else " at most"
            return f"{self.mine}; with {', '.join(self.completion)} the other side becomes {self.theirs}{at_most}"
        order = "" if self.mine != self.theirs else ", completed later" if self.refusal else ", completed first"
        return f"{self.mine} against {self.theirs}{order}"


def prove(claim: Claim) -> Proof:
    """Return what comes of a claim."""
    terms, opponent = claim.terms, claim.opponent
    refusal = judge(claim.claimant, opponent, claim.unseen, terms, claim.is_first)
    completion = 0
    if opponent.bit_count() < size_of(terms):
        completion = completion_above(-1, opponent, claim.unseen, terms)
    return Proof(
        refusal,
        _in_words(claim.claimant, terms),
        _in_words(opponent | completion, terms),
        tuple(names_in(completion)),
    )


def parse_claim(
    claimant: Sequence[str],
    opponent: Sequence[str] = (),
    seen: Sequence[str] = (),
    *,
    hand: Sequence[str] = (),
    modes: Sequence[str] = (),
    ranking: str = Ranking.COLOUR_OVER_RUN,
    first: str | None = None,
) -> Claim:
    """Return the claim that these words make.

    `seen` are the clan cards that lie face up anywhere else, `hand` those of the claimant, which prove nothing. `first`
    says which side was completed first, ``claimant`` or ``opponent``; it is needed only if both are equally strong.
    Raise `ClaimError`, whose message is one sentence that names the word to blame.
    """
    terms = _parse_terms(modes, ranking)
    _check_named_once(claimant, opponent, seen, hand)
    mine, theirs = (_parse_side(*side, size_of(terms)) for side in zip(PARTIES, (claimant, opponent), strict=True))
    for name in (*seen, *hand):
        if not 1 << _parse_card(name) & CLAN:
            raise ClaimError(f"{name!r} is no clan card, and no proof asks for it", name)
    unseen = CLAN & ~(mine | theirs | parse_cards(seen))
    return Claim(mine, theirs, unseen, terms, _parse_first(first, mine, theirs, terms))


def _in_words(side: int, terms: int) -> str:
    return describe(strength(side, terms), terms) if side.bit_count() == size_of(terms) else ""


def _parse_terms(modes: Iterable[str], ranking: str) -> int:
    if ranking not in list(Ranking):
        raise ClaimError(f"{ranking!r} is no ranking (one of {', '.join(Ranking)})", ranking)
    terms = RUN_OVER_COLOUR_TERMS if ranking == Ranking.RUN_OVER_COLOUR else 0
    for mode in modes:
        if mode not in _TERMS_OF_MODE:
            raise ClaimError(f"{mode!r} is no combat mode (blind or mud)", mode)
        if terms & _TERMS_OF_MODE[mode]:
            raise ClaimError(f"the combat mode {mode!r} is named twice", mode)
        terms |= _TERMS_OF_MODE[mode]
    return terms


def _check_named_once(*lists: Sequence[str]) -> None:
    for name, count in Counter(name for names in lists for name in names).items():
        if count > 1 and name != "joker":
            raise ClaimError(f"the card {name!r} is named twice", name)


def _parse_card(name: str) -> int:
    try:
        return parse_card(name)
    except UnknownCardError as error:
        raise ClaimError(str(error), name) from None


def _parse_side(party: str, names: Sequence[str], size: int) -> int:
    for name in names:
        if not 1 << _parse_card(name) & TROOPS:
            what = "a combat mode, which belongs to the stone" if 1 << parse_card(name) & MODES else "a ruse"
            raise ClaimError(f"{name!r} is {what}, not a card on the {party}'s side", name)
    if names.count("joker") > 1:
        raise ClaimError(f"the {party} has two cards 'joker'; a player may play one", "joker")
    if len(names) > size:
        raise ClaimError(f"{names[size]!r} is one card too many for the {party}'s side of {size}", names[size])
    return parse_cards(names)


def _parse_first(first: str | None, mine: int, theirs: int, terms: int) -> bool:
    if first is not None and first not in PARTIES:
        raise ClaimError(f"{first!r} is neither claimant nor opponent, so it was not completed first", first)
    if min(mine.bit_count(), theirs.bit_count()) < size_of(terms):
        return True
    if first is None and strength(mine, terms) == strength(theirs, terms):
        raise ClaimError("both sides are equally strong, so it must be said which was completed first")
    return first == CLAIMANT
