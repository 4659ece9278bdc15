"""What every bundled bot can do: greet, answer every variant legally, and leave."""

import pytest

from tests.bots.conftest import BOTS, TABLE
from tests.bots.positions import game, legal_answers, turn

NAMES = list(TABLE)
MIDDLE = {
    **{"s1": "R1,R2,R3/B1", "s2": "spy/G1,G2,joker", "s3": "Y7,Y8/-", "s4": "O1,O2,O3/P1,P2,P3", "s5": "-/B5,B6,B7"},
    **{"mine": "4", "mud": "5", "blind": "3", "first": "1", "discard": "banshee,R9", "played": "2/3", "jokers": "0/1"},
}
UNTOUCHED = {"s2": "B9/G1,G2", "mud": "-", "blind": "-", "discard": "-", "played": "0/0", "jokers": "0/0"}
TACTICS_HAND = "Y9,G5,shield,joker,recruiter,strategist,traitor"
TURNS = {
    "base": turn(1, "R9,O4,G1,G2,B7,P3"),
    "base late": turn(21, "R9,B7", s3="Y7,Y8/-", s4="O1,O2,O3/P1,P2,P3", theirs="4", deck="0+0", opponent="2+0"),
    "expert": turn(9, "R9,O4,G1", s1="R1,R2,R3/B1", s3="Y7,Y8/-", first="1"),
    "tactics": turn(31, TACTICS_HAND, **MIDDLE),
    "expert+tactics": turn(31, TACTICS_HAND, **MIDDLE),
    "tactics only": turn(31, "joker,joker,blind,mud,recruiter,strategist,banshee", **MIDDLE | UNTOUCHED),
    "no room": turn(51, "R9", mine="1,2,4,5", theirs="6,7,8,9", s3="Y1,Y2,Y3/B1", first="3", deck="0+0"),
}


def variant_of(kind):
    return "tactics" if kind == "tactics only" else kind.split()[0] if kind != "no room" else "base"


def split_answer(answer):
    """Return an answer's words before its claim and draw, and those from there on."""
    play, mark, rest = answer.partition(" claim ")
    return play, mark + rest


@pytest.mark.parametrize("name", NAMES)
def test_a_bundled_bot_greets_and_leaves_when_told(start, name):
    bot = start(name)
    assert bot.greet()[0].startswith(f"name {name.capitalize()}")
    assert bot.ask("ping 7", game()) == ["pong 7", "ok"]
    bot.tell("quit\n")
    assert bot.hear() == ""
    assert bot.end() == ("", "", 0)


@pytest.mark.parametrize("name", NAMES)
def test_a_bundled_bot_leaves_at_the_end_of_its_input(start, name):
    bot = start(name)
    bot.greet()
    assert bot.end() == ("", "", 0)


@pytest.mark.parametrize("name", NAMES)
def test_a_bundled_bot_answers_every_kind_of_turn_legally_and_claims_all(start, name):
    bot = start(name)
    bot.greet()
    for kind, asked in TURNS.items():
        setup = game(variant=variant_of(kind))
        _, answer = bot.ask(setup, asked)
        play, rest = split_answer(answer)
        assert play in legal_answers(setup, asked), kind
        assert rest.split()[:2] == ["claim", "all"], kind
    assert bot.end()[1:] == ("", 0)


@pytest.mark.parametrize("name", NAMES)
def test_a_bundled_bot_ignores_what_it_does_not_know(start, name):
    bot = start(name)
    bot.greet()
    bot.tell("set depth 4\nweather fine\nunknown info\nrefused 1 4 beatable G7\nopponent 2 pass claim 1 draw 1+0\n\n")
    _, answer = bot.ask(game(moon="full"), turn(3, "R9,O4", moon="full"))
    assert answer.startswith("play 3 ")
    assert bot.ask("ping 1\r") == ["pong 1"]


@pytest.mark.parametrize("name", [name for name in NAMES if name != "first"])
def test_a_bundled_bot_gives_back_what_its_recruiter_owes(start, name):
    bot = start(name)
    bot.greet()
    hand = ["R9", "joker", "spy", "G4", "P1", "O2", "mud", "B3"]
    asked = turn(11, ",".join(hand), word="return", jokers="1/0", give="2", drew="G4,spy,P1")
    _, answer = bot.ask(game(variant="tactics"), asked)
    word, number, cards = answer.split()
    first, second = cards.split(",")
    assert (word, number) == ("return", "11")
    assert first != second
    assert {first, second} < set(hand) - {"joker"}


@pytest.mark.parametrize("name", NAMES)
def test_a_bundled_bot_answers_alike_whatever_it_played_before(start, name):
    setup, asked = game(variant="tactics", seed="5"), list(TURNS.values())[3:6]
    fresh, used = start(name), start(name)
    for bot in (fresh, used):
        if any(line.startswith("option simulations ") for line in bot.greet()):
            bot.tell("set simulations 60\n")  # by the clock it would answer as it has time
    used.ask(game(variant="tactics", seed="6"), *asked)
    assert used.ask(setup, *asked) == fresh.ask(setup, *asked)


@pytest.mark.parametrize("name", NAMES)
def test_the_table_describes_a_bot_whose_sources_exist(name):
    bot = TABLE[name]
    assert {"language", "folder", "command", "about"} <= set(bot) <= {"language", "folder", "build", "command", "about"}
    assert bot["about"].endswith(".")
    sources = [word.replace("{folder}", str(BOTS / bot["folder"])) for word in bot.get("build") or bot["command"]]
    assert any((BOTS / word).is_file() for word in sources if word.startswith(str(BOTS)))
