"""The bots that the README shows do what it says."""

import re
import sys

import pytest

from tests.bots.conftest import BOTS, TABLE, Dialogue
from tests.bots.positions import game, legal_answers, turn

EXAMPLES = re.findall(r"```python\n(.*?)```", (BOTS / "README.md").read_text(encoding="utf-8"), flags=re.DOTALL)
TURNS = [
    turn(1, "R9,O4,G1,G2,B7,P3"),
    turn(3, "R9,O4", s1="O1,O2,O3/-", s2="O5/B1,B2,B3", s3="R1,R2,R3/-", mud="3", mine="4"),
    turn(5, "R9", mine="1,2,3,4", theirs="5,6,7,8", s9="O1,O2,O3/-"),
    turn(7, "spy,banshee", played="1/0"),
]


@pytest.mark.parametrize("source", EXAMPLES, ids=["with the client", "without the client"])
def test_an_example_plays_legally_and_leaves(request, tmp_path, source):
    (tmp_path / "mybot.py").write_text(source, encoding="utf-8")
    bot = Dialogue([sys.executable, str(tmp_path / "mybot.py")])
    request.addfinalizer(bot.close)
    assert bot.greet()[-1] == "ready 1\n"
    setup = game(variant="tactics")
    assert bot.ask("ping 1", setup) == ["pong 1", "ok"]
    for asked in TURNS:
        (answer,) = bot.ask(asked)
        assert answer.removesuffix(" claim all") in legal_answers(setup, asked)
    bot.tell("quit\n")
    assert bot.end() == ("", "", 0)


def test_an_example_puts_a_card_next_to_its_own_colour(request, tmp_path):
    (tmp_path / "mybot.py").write_text(EXAMPLES[0], encoding="utf-8")
    bot = Dialogue([sys.executable, str(tmp_path / "mybot.py")])
    request.addfinalizer(bot.close)
    bot.greet()
    assert bot.ask(game(), turn(3, "R9,O4", s2="O5/-"))[1] == "play 3 O4 2 claim all"


def test_every_bundled_bot_has_its_paragraph():
    text = (BOTS / "README.md").read_text(encoding="utf-8")
    assert all(f"**{name}** (`" in text for name in TABLE)
