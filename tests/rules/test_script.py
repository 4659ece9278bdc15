import pytest

from arbiter.rules.cards import NAMES
from arbiter.rules.script import ScriptError, run
from arbiter.rules.state import DeckError
from arbiter.rules.variants import rules_of

BASE, TACTICS, BOTH = rules_of("base"), rules_of("tactics"), rules_of("expert+tactics")
CLAN = [NAMES[card] for card in range(54)]


def deck_for(first: str, second: str, rest: str = "") -> list[str]:
    """Return a deck that deals these hands."""
    return [name for pair in zip(first.split(), second.split(), strict=True) for name in pair] + rest.split()


SHORT = deck_for("R7 R8 R9 R1 R2 R3", "O1 O2 O3 O4 O5 O6")
RECRUITER = deck_for("R7 R8 R9 R1 R2 R3 R4", "O1 O2 O3 O4 O5 O6 O7", "P1 P2 P3 P4")


def test_a_script_is_played_to_its_end():
    end = run(BASE, SHORT, [], ["play R7 1", "play O1 1", "play R8 1", "play O2 2", "play R9 1 claim 1,2"])
    assert (end.taken, end.illegal, end.granted) == (5, None, {5: [0]})
    assert {number: list(reasons) for number, reasons in end.refused.items()} == {5: [1]}


def test_a_script_stops_at_the_first_reply_against_the_rules():
    end = run(BASE, SHORT, [], ["play R7 1", "play R8 1", "play R9 1"])
    assert end.taken == 1
    assert "R8 is not in the hand" in end.illegal


def test_a_script_stops_at_the_end_of_the_game():
    passes = [f"play {name} 1" if name < "O4" or name > "O7" else f"play {name} 2" for name in SHORT]
    passes = [f"play {name} {9 - place // 6}" for place, name in enumerate(SHORT)]
    end = run(BASE, SHORT, [], [*passes, "pass", "pass", "pass"])
    assert (end.taken, end.state.ending) == (14, "draw")


def test_claims_of_a_recruiter_are_counted_at_the_return():
    replies = ["play R7 1 draw tactics", "play O1 1", "play R8 1", "play O2 2", "play R9 1", "play O3 2"]
    replies += ["play recruiter 1+0 claim 1", "return R1,R2"]
    assert run(TACTICS, RECRUITER[:-2], ["recruiter"], replies).illegal
    replies[-2] = "play recruiter 0+0 claim 1"
    assert run(TACTICS, RECRUITER, ["recruiter"], replies).granted == {8: [0]}
    assert run(BOTH, RECRUITER, ["recruiter"], replies).granted == {7: [0]}


def test_two_jokers_of_a_deck_are_the_two_jokers():
    end = run(TACTICS, CLAN, ["joker", "spy", "joker"], [])
    assert [NAMES[card] for card in end.state.decks[1]] == ["joker", "spy", "joker"]
    with pytest.raises(DeckError, match="twice"):
        run(TACTICS, CLAN, ["joker", "joker", "joker"], [])


@pytest.mark.parametrize(
    ("reply", "problem"),
    [
        ("", "play, pass or return is expected"),
        ("R7 1", "play, pass or return is expected"),
        ("play pass", "play, pass or return is expected"),
        ("pass 3", "play, pass or return is expected"),
        ("pass draw clan", "play, pass or return is expected"),
        ("play", "a play is expected"),
        ("play R7", "one stone"),
        ("play R7 1 claim", "one stone"),
        ("play R7 1 claim 3 4", "one stone"),
        ("play R7 1 claim none", "'none' is no stone"),
        ("play R7 1 draw hand", "'hand' is no deck"),
        ("play Q7 1", "'Q7' is no card"),
        ("return R7", "no return is due"),
        ("return", "no return is due"),
    ],
)
def test_a_reply_in_other_words_is_named(reply, problem):
    with pytest.raises(ScriptError, match=problem) as caught:
        run(BASE, SHORT, [], [reply])
    assert repr(reply) in str(caught.value)


@pytest.mark.parametrize(
    ("reply", "problem"),
    [("pass", "a return is due"), ("return", "joined by commas"), ("return R1 R2", "joined by commas")],
)
def test_a_due_return_is_asked_for(reply, problem):
    replies = ["play R7 1 draw tactics", "play O1 1", "play recruiter 3+0", reply]
    with pytest.raises(ScriptError, match=problem):
        run(TACTICS, RECRUITER, ["recruiter"], replies)
