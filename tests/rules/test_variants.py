import pytest

from arbiter.rules.variants import VARIANTS, Ranking, Rules, rules_of


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_variant_has_one_name(variant):
    assert rules_of(variant).variant == variant


def test_hands_are_of_six_and_with_tactics_cards_of_seven():
    assert [rules_of(variant).hand_size for variant in VARIANTS] == [6, 7, 6, 7]


def test_the_default_is_the_base_game_with_colour_over_run_and_a_lead_of_one():
    assert rules_of("base") == Rules() == Rules(False, False, Ranking.COLOUR_OVER_RUN, 1)


@pytest.mark.parametrize(
    ("words", "named"),
    [(("chess",), "chess"), (("base", "sum-over-run"), "sum-over-run"), (("tactics", "run-over-colour", 2), "2")],
)
def test_an_unknown_rule_is_named(words, named):
    with pytest.raises(ValueError, match=named):
        rules_of(*words)
