from arbiter.rules.expectations import EXPECTATIONS, in_order
from arbiter.rules.script import Run

from .positions import deal, hold, lay


def test_what_can_be_expected_of_a_position():
    state = deal("tactics")
    hold(state, 0, "spy R5")
    hold(state, 1, "G2")
    lay(state, 0, "R7 R8 R9", 1)
    lay(state, 0, "O7 O8 O9", 2)
    lay(state, 1, "G1", 3)
    state.claim(0)
    state.tactics_played = [1, 0]
    end = Run(state, 5, None, {5: [0]}, {4: {2: "beatable"}})
    wanted = {"sides": {"1": [], "3": []}, "plays": {"spy": [], "joker": [], "pass": []}}
    got = {key: report(end, wanted.get(key)) for key, report in EXPECTATIONS.items()}
    assert got == {
        "ending": None,
        "winner": None,
        "points": None,
        "stones": [[1], []],
        "granted": {"5": [1]},
        "refused": {"4": {"3": "beatable"}},
        "to_move": "first",
        "give": 0,
        "plays": {"spy": [], "joker": [], "pass": []},
        "hands": [["R5", "spy"], ["G2"]],
        "sides": {"1": [["R7", "R8", "R9"], []], "3": [[], ["G1"]]},
        "first": [[2], []],
        "deck": [40, 10],
        "discard": [],
        "played": [1, 0],
    }


def test_what_can_be_expected_of_an_ending():
    state = deal("tactics")
    for stone in (3, 4, 5):
        state.claim(stone)
    end = Run(state)
    got = {key: report(end, {"R5": []}) for key, report in EXPECTATIONS.items()}
    assert (got["ending"], got["winner"], got["points"], got["to_move"]) == ("adjacent", "first", [5, 0], None)
    assert got["plays"] == {"R5": []}


def test_legal_plays_are_told_by_card():
    state = deal("tactics")
    hold(state, 0, "spy R5")
    got = EXPECTATIONS["plays"](Run(state), {"spy": [], "pass": []})
    assert got == {"spy": [f"spy {stone}" for stone in range(1, 10)], "pass": []}


def test_order_counts_only_in_points_deck_and_played():
    assert in_order("discard", ["b", "a"]) == ["a", "b"]
    assert in_order("stones", [[3, 1], [2]]) == [[1, 3], [2]]
    assert in_order("plays", {"R5": ["R5 3", "R5 1"]}) == {"R5": ["R5 1", "R5 3"]}
    assert [in_order(key, [5, 2]) for key in ("points", "deck", "played")] == [[5, 2]] * 3
