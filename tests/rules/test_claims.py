import pytest

from arbiter.rules.claims import ClaimError, parse_claim, prove
from arbiter.rules.proof import Reason


def ask(claimant, opponent="", seen="", **more):
    words = {key: value.split() if key in ("hand", "modes") else value for key, value in more.items()}
    return prove(parse_claim(claimant.split(), opponent.split(), seen.split(), **words))


# The eleven verdicts of a published table of edge cases; the one on two stones at once is in test_state.py.


def test_two_cards_on_your_side_claim_nothing():
    assert ask("R1 G1").refusal.reason is Reason.INCOMPLETE


def test_the_last_unseen_three_in_your_own_hand_still_beats_you():
    proof = ask("R1 G1 B1", "R3 G3", "O3 Y3 P3", hand="B3")
    assert (proof.verdict, proof.completion, proof.theirs) == ("refused", ("B3",), "of-a-kind of 9")


def test_the_last_three_on_the_table_beats_nobody():
    assert ask("R1 G1 B1", "R3 G3", "O3 Y3 P3 B3").verdict == "granted"


def test_a_tie_goes_to_the_side_completed_first():
    assert ask("R4 G5 B9", "O4 Y5 P9", first="claimant").verdict == "granted"


def test_a_tie_is_refused_if_they_finished_first():
    assert ask("R4 G5 B9", "O4 Y5 P9", first="opponent").refusal.reason is Reason.LATER


def test_a_tie_they_could_only_finish_later_is_no_obstacle():
    proof = ask("R7 R8 R9", "B7 B8")
    assert (proof.verdict, proof.mine, proof.theirs) == ("granted", "colour-run of 24", "colour-run of 24")


def test_values_do_not_wrap_around():
    proof = ask("R8 G9 B1", "O2 Y3 P4")
    assert (proof.refusal.reason, proof.mine, proof.theirs) == (Reason.WEAKER, "sum of 18", "run of 9")


def test_three_of_a_kind_beats_a_colour_whatever_the_sums():
    assert ask("R2 G2 B2", "P9 P8 P6").verdict == "granted"


def test_three_cards_are_incomplete_under_mud():
    assert ask("R9 G9 B9", modes="mud").refusal.reason is Reason.INCOMPLETE


def test_under_blind_only_the_total_counts():
    proof = ask("R1 R2 R3", "O9 Y9 P8", modes="blind")
    assert (proof.refusal.reason, proof.mine, proof.theirs) == (Reason.WEAKER, "sum of 6", "sum of 26")


# What a proof says.


def test_a_proof_names_the_strongest_completion_also_if_the_claim_is_granted():
    proof = ask("R8 R9 R6", "G1 G2")
    assert (proof.verdict, proof.completion, proof.theirs) == ("refused", ("G3",), "colour-run of 6")
    proof = ask("R8 R9 R6", "G1 G2", "G3")
    assert (proof.verdict, proof.completion, proof.theirs) == ("granted", ("G9",), "colour of 12")


def test_a_proof_without_enough_unseen_cards_has_no_completion():
    seen = [f"{colour}{value}" for colour in "ROYGBP" for value in range(1, 10)]
    for card in ("R1", "G5", "B9", "O2", "P9"):
        seen.remove(card)
    proof = ask("R1 G5 B9", "O2", " ".join(seen))
    assert (proof.verdict, proof.completion, proof.theirs) == ("granted", (), "")
    assert proof.why == "sum of 15, and too few cards are unseen to complete the other side"


def test_each_side_may_have_a_joker():
    proof = ask("joker R8 R9", "joker G8 G9", first="opponent")
    assert (proof.refusal.reason, proof.mine, proof.theirs) == (Reason.LATER, "colour-run of 24", "colour-run of 24")


def test_the_ranking_decides_between_colour_and_run():
    sides = "R1 R2 R4", "O7 Y8 P9"
    assert ask(*sides).verdict == "granted"
    assert ask(*sides, ranking="run-over-colour").refusal.reason is Reason.WEAKER


@pytest.mark.parametrize(
    ("proof", "why"),
    [
        (lambda: ask("R1 G1"), "an incomplete side is never claimed"),
        (lambda: ask("R4 G5 B9", "O4 Y5 P8"), "sum of 18 against sum of 17"),
        (lambda: ask("R4 G5 B9", "O4 Y5 P9", first="claimant"), "sum of 18 against sum of 18, completed first"),
        (lambda: ask("R4 G5 B9", "O4 Y5 P9", first="opponent"), "sum of 18 against sum of 18, completed later"),
        (
            lambda: ask("R1 G1 B1", "R3 G3", "O3 Y3 P3"),
            "of-a-kind of 3; with B3 the other side becomes of-a-kind of 9",
        ),
        (
            lambda: ask("R7 R8 R9", "B7 B8"),
            "colour-run of 24; with B9 the other side becomes colour-run of 24 at most",
        ),
    ],
)
def test_a_proof_says_why(proof, why):
    assert proof().why == why


@pytest.mark.parametrize(
    ("words", "blamed"),
    [
        ({"claimant": "R1 G1 X1"}, "X1"),
        ({"claimant": "R1 G1 R1"}, "R1"),
        ({"claimant": "R1 G1", "opponent": "R1"}, "R1"),
        ({"claimant": "R1 G1", "opponent": "R2", "seen": "R2"}, "R2"),
        ({"claimant": "R1 G1", "hand": "G1"}, "G1"),
        ({"claimant": "R1 R2 R3 R4"}, "R4"),
        ({"claimant": "R1", "opponent": "G1 G2 G3 G4 G5", "modes": "mud"}, "G5"),
        ({"claimant": "R1 blind"}, "blind"),
        ({"claimant": "R1", "opponent": "traitor"}, "traitor"),
        ({"claimant": "joker joker R1"}, "joker"),
        ({"claimant": "spy R1", "opponent": "spy"}, "spy"),
        ({"claimant": "R1", "seen": "spy"}, "spy"),
        ({"claimant": "R1", "hand": "joker"}, "joker"),
        ({"claimant": "R1", "modes": "fog"}, "fog"),
        ({"claimant": "R1", "modes": "mud mud"}, "mud"),
        ({"claimant": "R1", "ranking": "sum-over-all"}, "sum-over-all"),
        ({"claimant": "R1 R2 R4", "opponent": "G1 G2 G4", "first": "me"}, "me"),
    ],
)
def test_words_that_make_no_claim_are_named(words, blamed):
    with pytest.raises(ClaimError, match=repr(blamed)) as caught:
        ask(**words)
    assert caught.value.word == blamed
    assert "\n" not in str(caught.value)


def test_a_tie_needs_to_know_who_was_first():
    with pytest.raises(ClaimError, match="which was completed first"):
        ask("R1 R2 R4", "G1 G2 G4")
