from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from arbiter.rules.cards import CLAN, CLAN_CARDS, NAMES, names_in, parse_cards
from arbiter.rules.formations import strength
from arbiter.rules.proof import Reason, completion_above, judge

from . import naive
from .test_formations import terms_of

MODES = st.sampled_from([(), (), (), ("mud",), ("blind",), ("blind", "mud")])
RANKINGS = st.sampled_from(list(naive.ORDER))
ELITES = st.lists(st.sampled_from(["joker", "spy", "shield"]), unique=True, max_size=2)


@st.composite
def claims(draw, unseen_at_most=9, fewest=0):
    """Return a claim with a complete claimant, an incomplete opponent and few unseen cards, close to each other.

    The cards come from few colours and a range of values, so that formations and near misses are frequent.
    """
    modes, ranking = draw(MODES), draw(RANKINGS)
    size = naive.size_of(modes)
    colours = draw(st.sampled_from(["RO", "ROY", "ROYGBP"]))
    lowest = draw(st.integers(1, 5))
    pool = draw(st.permutations([f"{c}{v}" for c in colours for v in range(lowest, min(10, lowest + 6))]))
    mine, theirs = draw(ELITES), draw(ELITES)
    theirs = [card for card in theirs if card == "joker" or card not in mine]
    count = draw(st.integers(fewest, size - 1))
    theirs, need = theirs[:count], max(0, count - len(theirs))
    claimant = [*mine, *pool[: size - len(mine)]]
    rest = pool[size - len(mine) :]
    opponent = [*theirs, *rest[:need]]
    assume(len(claimant) == size and len(opponent) == count)
    unseen = rest[need : need + draw(st.integers(0, unseen_at_most))]
    return claimant, opponent, unseen, modes, ranking


def check(claimant, opponent, unseen, modes, ranking):
    terms = terms_of(modes, ranking)
    refusal = judge(parse_cards(claimant), parse_cards(opponent), parse_cards(unseen), terms, is_first=False)
    assert (refusal is None) == naive.is_granted(claimant, opponent, unseen, modes, ranking)
    if refusal:
        assert refusal.reason is Reason.BEATABLE
        beater = names_in(refusal.beater)
        assert set(beater) <= set(unseen)
        completed = naive.worth(tuple(sorted([*opponent, *beater])), modes, ranking)
        assert completed > naive.worth(tuple(sorted(claimant)), modes, ranking)
        assert completed == best(opponent, unseen, modes, ranking)


def best(opponent, unseen, modes, ranking):
    return max(naive.worth(side, modes, ranking) for side in naive.completions(opponent, unseen, naive.size_of(modes)))


@settings(max_examples=400, deadline=None)
@given(claims())
@example((["R1", "G1", "B1"], ["R3", "G3"], ["B3"], (), "colour-over-run"))
@example((["R1", "G1", "B1"], ["R3", "G3"], [], (), "colour-over-run"))
@example((["R7", "R8", "joker"], ["joker"], ["G7", "G8", "R9"], (), "colour-over-run"))
def test_a_claim_is_granted_exactly_if_no_completion_beats_it(claim):
    check(*claim)


@settings(max_examples=60, deadline=None)
@given(claims(fewest=1), st.data())
def test_a_claim_is_judged_right_with_many_cards_unseen(claim, data):
    claimant, opponent, _, modes, ranking = claim
    left = [card for card in naive.CLAN if card not in claimant and card not in opponent]
    assume(naive.size_of(modes) - len(opponent) <= 2)
    assume(sum(card in ("joker", "spy", "shield") for card in opponent) <= 1)
    seen = data.draw(st.sets(st.sampled_from(left), max_size=40))
    many = [card for card in left if card not in seen]
    if "joker" in opponent:
        many = many[:14]
    check(claimant, opponent, many, modes, ranking)


@settings(max_examples=25, deadline=None)
@given(st.permutations(naive.CLAN), st.integers(15, 27), RANKINGS)
def test_a_claim_against_an_empty_side_is_judged_right(cards, count, ranking):
    check(cards[:3], [], cards[3 : 3 + count], (), ranking)


@settings(max_examples=100, deadline=None)
@given(claims())
def test_the_completion_above_nothing_is_the_strongest_there_is(claim):
    _, opponent, unseen, modes, ranking = claim
    terms = terms_of(modes, ranking)
    completion = completion_above(-1, parse_cards(opponent), parse_cards(unseen), terms)
    if len(unseen) < naive.size_of(modes) - len(opponent):
        assert completion == 0
    else:
        power = strength(parse_cards(opponent) | completion, terms)
        assert divmod(power, 64) == best(opponent, unseen, modes, ranking)


@settings(max_examples=100, deadline=None)
@given(claims(), st.booleans())
def test_two_complete_sides_are_compared_and_a_tie_goes_to_the_first(claim, is_first):
    claimant, opponent, unseen, modes, ranking = claim
    opponent = [*opponent, *unseen][: naive.size_of(modes)]
    assume(len(opponent) == naive.size_of(modes))
    refusal = judge(parse_cards(claimant), parse_cards(opponent), 0, terms_of(modes, ranking), is_first)
    granted = naive.is_granted(claimant, opponent, [], modes, ranking, is_first=is_first)
    assert (refusal is None) == granted
    if refusal:
        equal = len({naive.worth(tuple(sorted(side)), modes, ranking) for side in (claimant, opponent)}) == 1
        assert refusal.reason is (Reason.LATER if equal else Reason.WEAKER)


def test_an_incomplete_side_is_never_granted():
    for side, modes in (("R8 R9", ()), ("R7 R8 R9", ("mud",)), ("", ("blind",))):
        refusal = judge(parse_cards(side.split()), 0, 0, terms_of(modes, ""), is_first=True)
        assert refusal.reason is Reason.INCOMPLETE


def test_a_side_that_too_few_unseen_cards_could_complete_loses():
    assert judge(parse_cards(["R1", "G5", "B9"]), parse_cards(["O2"]), parse_cards(["P9"]), 0, is_first=False) is None


def test_the_highest_colour_run_is_proved_against_an_empty_side():
    mine = parse_cards(["R7", "R8", "R9"])
    assert judge(mine, 0, CLAN & ~mine, 0, is_first=False) is None


def test_every_other_set_of_three_is_beatable_at_the_start():
    for name in ("R7 R8 G9", "R6 R7 R8", "R9 G9 B9", "R9 R8 R6"):
        mine = parse_cards(name.split())
        refusal = judge(mine, 0, CLAN & ~mine, 0, is_first=False)
        assert refusal.reason is Reason.BEATABLE


def test_a_completion_takes_the_missing_cards_only():
    for missing, side in ((3, ""), (2, "R5"), (1, "R5 R6")):
        mine = parse_cards(side.split())
        completion = completion_above(-1, mine, CLAN & ~mine, 0)
        assert completion.bit_count() == missing
        assert not completion & mine
        assert all(card in CLAN_CARDS and NAMES[card] for card in range(54) if completion >> card & 1)
