"""The starters: one simple player in many languages, each of which says exactly what the others say."""

import itertools
import random
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import psutil
import pytest

from arbiter.control import MS, TimeControl
from arbiter.match import Match
from arbiter.order import Deal, Order
from arbiter.process import Program
from arbiter.rules.cards import CLAN_CARDS, TACTICS_CARDS
from arbiter.rules.variants import VARIANTS, rules_of
from tests.bots.conftest import BOTS, TABLE, Dialogue, fill
from tests.bots.positions import game, turn
from tests.timeouts import TIMEOUT

STARTERS = BOTS / "starters"
LISTING = tomllib.loads((STARTERS / "starters.toml").read_text(encoding="utf-8"))
NEVER_SKIPPED = {"python", "c", "cpp", "rust", "java", "javascript"}
C_WARNINGS = ["-Wpedantic", "-Wshadow", "-Wconversion", "-Werror"]
STRICTLY = {"c": C_WARNINGS, "cpp": C_WARNINGS, "rust": ["-D", "warnings"], "java": ["-Werror"]}
CHECKS = {"go": ["go", "vet", "{folder}/starter.go"], "perl": ["perl", "-wc", "{folder}/starter.pl"]}

FULL = "O1,O2,O3/-"
LIMIT_NS = int(TIMEOUT * 1000) * MS
PATIENT = TimeControl(move_ns=LIMIT_NS, startup_ns=LIMIT_NS, setup_ns=LIMIT_NS, grace_ns=LIMIT_NS)

TURNS = {
    "the highest clan card goes to the first stone": (turn(1, "O4,R9,G1,G2,B7,P3"), "play 1 R9 1"),
    "the first of equal cards": (turn(3, "O4,B8,R8,P8"), "play 3 B8 1"),
    "a high card that comes last": (turn(3, "O4,O5,P6"), "play 3 P6 1"),
    "the lowest card of all": (turn(123456789, "R1"), "play 123456789 R1 1"),
    "a full side": (turn(5, "R9", s1=FULL, s2="-/B1,B2,B3", first="1"), "play 5 R9 2"),
    "a side with one place": (turn(5, "R9", s1=FULL, s2="O4,O5/B1", first="1"), "play 5 R9 2"),
    "claimed stones": (turn(7, "R9", mine="1,2", theirs="3,5", s1=FULL), "play 7 R9 4"),
    "the last stone": (turn(7, "R9", mine="1,2,4,5", theirs="3,6,7", s8=FULL, s9="O4/-"), "play 7 R9 9"),
    "an empty deck": (turn(7, "R9", deck="0+0", opponent="0+0"), "play 7 R9 1"),
    "an empty hand": (turn(9, "-"), "pass 9"),
    "no room anywhere": (turn(9, "R9", mine="1,2,4,5", theirs="3,6,7,8", s9=FULL, first="9"), "pass 9"),
}
TACTICS_TURNS = {
    "tactics cards stay in the hand": (turn(1, "joker,spy,shield,mud,O4,R9,banshee"), "play 1 R9 1"),
    "nothing but tactics cards": (turn(3, "joker,spy,shield,blind,mud,recruiter,traitor"), "pass 3"),
    "elite troops take room": (turn(5, "R9", s1="O1,joker,spy/-", s2="shield,O2/-", first="1"), "play 5 R9 2"),
    "the opponent's troops take none": (turn(5, "R9", s1="O1,O2/joker,spy,shield"), "play 5 R9 1"),
    "a fourth card in the mud": (turn(5, "R9", s1=FULL, mud="1"), "play 5 R9 1"),
    "mud at another stone": (turn(5, "R9", s1=FULL, s2=FULL, mud="2,5", first="1"), "play 5 R9 2"),
    "a full side in the mud": (turn(5, "R9", s1="O1,O2,O3,spy/-", mud="1", first="1"), "play 5 R9 2"),
    "mud and blind at one stone": (turn(5, "R9", s1=FULL, mud="1", blind="1"), "play 5 R9 1"),
    "blind alone gives no room": (turn(5, "R9", s1=FULL, blind="1", first="1", discard="mud"), "play 5 R9 2"),
    "mud at a claimed stone": (turn(5, "R9", s1=FULL, mud="1", theirs="1"), "play 5 R9 2"),
    "no room for a clan card": (
        turn(9, "R9,mud,spy", mine="1,2,4,5", theirs="3,6,7,8", s9="joker,O2,O3,O4/-", mud="9"),
        "pass 9",
    ),
}
EXPERT_TURNS = {
    "a stone that the claim takes first": (turn(9, "R9,O4", s1="P7,P8,P9/B1", first="1"), "play 9 R9 2"),
    "more of them": (turn(9, "R9", s1="P7,P8,P9/B1", s3="G7,G8,G9/-", s2=FULL, first="1,2,3"), "play 9 R9 4"),
}
RETURNS = {
    "two cards": ("R9,spy,G4,P1,O2,mud,B3,banshee", "2", "R9,spy"),
    "a joker is passed over": ("joker,R9,joker,spy,G4,P1,O2,mud,B3", "2", "R9,spy"),
    "a useless joker is left": ("joker,R9", "1", "R9"),
    "a useful joker has to go": ("joker,mud", "2", "mud,joker"),
    "nothing but jokers": ("joker,joker", "2", "joker,joker"),
    "nothing to return": ("joker", "0", "-"),
    "an empty hand": ("-", "0", "-"),
}


@pytest.fixture(scope="session")
def workshop(tmp_path_factory):
    """Return a function that gives the command of a starter, whose source alone was copied into a folder and built."""
    commands = {}

    def command(name):
        if name not in commands:
            commands[name] = build(name, tmp_path_factory.mktemp(f"starter-{name}"))
        return commands[name]

    return command


def build(name, place):
    starter = LISTING[name]
    missing = [program for program in starter["needs"] if shutil.which(program) is None]
    if missing and name not in NEVER_SKIPPED:
        pytest.skip(f"the {starter['language']} starter needs {' and '.join(missing)} on the PATH")
    folder, out = place / "source", place / "built"
    folder.mkdir()
    shutil.copy(STARTERS / starter["folder"] / starter["source"], folder)
    meanings = {"{python}": sys.executable, "{folder}": str(folder), "{out}": str(out)}
    words = [fill(word, meanings) for word in starter.get("build", ())]
    if words:
        words[1:1] = STRICTLY.get(name, [])
        subprocess.run(words, check=True, timeout=TIMEOUT, cwd=folder)
    if name in CHECKS:
        subprocess.run([fill(word, meanings) for word in CHECKS[name]], check=True, timeout=TIMEOUT, cwd=folder)
    return tuple(fill(word, meanings) for word in starter["command"])


@pytest.fixture(autouse=True)
def nothing_stays():
    """Make sure that a test leaves no process behind."""
    before = set(psutil.Process().children(recursive=True))
    yield
    assert set(psutil.Process().children(recursive=True)) <= before


@pytest.fixture(params=LISTING)
def name(request):
    return request.param


@pytest.fixture
def bot(name, workshop):
    """Give the running starter, before any word was spoken."""
    dialogue = Dialogue(workshop(name))
    yield dialogue
    dialogue.close()


def leave_quietly(bot):
    """Say quit; the bot has to go by itself, while its input is still open, and may not have complained."""
    bot.tell("quit\n")
    assert bot.hear() == ""
    assert bot.process.wait(TIMEOUT) == 0
    assert bot.end() == ("", "", 0)


def test_a_starter_says_who_it_is_and_leaves_when_told(bot, name):
    language = LISTING[name]["language"]
    expected = [f"name {language} starter\n", "author reiver\n", "version 1.0\n", "ready 1\n"]
    assert bot.greet() == expected
    leave_quietly(bot)


def test_a_starter_leaves_at_the_end_of_its_input(bot):
    bot.greet()
    assert bot.ask(game(), turn(1, "R9")) == ["ok", "play 1 R9 1 claim all"]
    assert bot.end() == ("", "", 0)


def test_a_starter_leaves_at_the_end_of_an_input_that_breaks_off(bot):
    bot.greet()
    bot.tell("quit")
    assert bot.end() == ("", "", 0)


def test_a_starter_plays_one_game_after_another_in_every_variant(bot):
    bot.greet()
    tactics, expert = TURNS | TACTICS_TURNS, TURNS | EXPERT_TURNS
    games = {"base": TURNS, "tactics": tactics, "expert": expert, "expert+tactics": tactics | expert}
    for number, (variant, turns) in enumerate(games.items(), start=1):
        assert bot.ask(f"ping {number}", game(id=f"g{number}", variant=variant)) == [f"pong {number}", "ok"]
        for case, (asked, answer) in turns.items():
            bot.tell("refused 1 4 beatable G7,G8\nopponent 2 play B9 5 claim 3,4 draw 1+0\n")
            assert (case, bot.ask(asked)) == (case, [f"{answer} claim all"])
        bot.tell("result loss by=stones blame=none stones=2/5 points=2/5 why=turn 1 hand=R9 is no turn\n")
    leave_quietly(bot)


def test_a_starter_returns_what_a_recruiter_owes(bot):
    bot.greet()
    assert bot.ask(game(variant="tactics")) == ["ok"]
    for case, (hand, give, cards) in RETURNS.items():
        asked = turn(11, hand, word="return", give=give, drew=hand, jokers="1/0")
        assert (case, bot.ask(asked)) == (case, [f"return 11 {cards}"])
    leave_quietly(bot)


def test_a_starter_ignores_messages_and_fields_of_later_versions(bot):
    bot.greet()
    bot.tell("weather fine\nturning 1 hand=R9\nTURN 1 hand=R9\nset depth 4\nset book\n")
    bot.tell("unknown info\nquitting\nan=x\n* ?\n")
    assert bot.ask(game(moon="full", turn="1")) == ["ok"]
    alike = {"xhand": "P9", "hand2": "P9", "10": FULL, "x1": FULL, "muddy": "2", "mine2": "3", "why": "a=b=c", "z": "*"}
    asked = turn(3, "R8,O4", **alike, s2=FULL, mine="1")
    assert bot.ask(asked) == ["play 3 R8 3 claim all"]
    word, number, *fields = asked.split()
    assert bot.ask(" ".join([word, number, *reversed(fields)])) == ["play 3 R8 3 claim all"]
    assert bot.ask(" ".join([word, number, "-", "?", *fields])) == ["play 3 R8 3 claim all"]
    leave_quietly(bot)


def test_a_starter_takes_carriage_returns_blank_lines_and_more_spaces(bot):
    bot.tell("\n  \r\n\r\n hello  1   reiver/0.1.0 \r\n")
    lines = [bot.hear() for _ in range(4)]
    assert lines[3] == "ready 1\n"
    spaced = "  " + turn(3, "R9", mine="1").replace(" ", "   ") + "  \r"
    returned = turn(11, "R9,spy", word="return", give="2") + "\r"
    assert bot.ask("ping 1\r", f"{game()}\r", spaced, returned) == [
        "pong 1",
        "ok",
        "play 3 R9 2 claim all",
        "return 11 R9,spy",
    ]
    assert bot.ask("turn 5 hand=O4 mud=1\r", "return 7 hand=O4 give=1\r") == ["play 5 O4 1 claim all", "return 7 O4"]
    bot.tell("quit\r\n")
    assert bot.hear() == ""
    assert bot.end() == ("", "", 0)


def test_a_starter_takes_lines_as_they_come_together_in_pieces_or_long(bot):
    bot.greet()
    bot.tell(f"ping a\n{game()}\n{turn(1, 'R9')}\nopponent 2 pass\n{turn(3, 'O9')}\n{turn(5, 'G9')[:30]}")
    heard = [bot.hear() for _ in range(4)]
    assert heard == ["pong a\n", "ok\n", "play 1 R9 1 claim all\n", "play 3 O9 1 claim all\n"]
    rest = turn(5, "G9")[30:]
    for at in range(0, len(rest), 40):
        bot.tell(rest[at : at + 40])
    assert bot.ask("") == ["play 5 G9 1 claim all"]
    discard = ",".join(["R1"] * 60)
    assert bot.ask(turn(7, "B9", discard=discard, later="x" * 70_000)) == ["play 7 B9 1 claim all"]
    bot.tell(f"ping b\nquit\nping c\n{turn(9, 'B9')}\n")
    assert (bot.hear(), bot.hear()) == ("pong b\n", "")
    assert bot.end() == ("", "", 0)


def orders(variants, deals):
    """Return games of the variants; some are strict, which does no harm to players who claim all and nothing else."""
    games = []
    for variant, number, seats in itertools.product(variants, range(1, deals + 1), ((0, 1), (1, 0))):
        rules = rules_of(variant)
        shuffle = random.Random(f"{variant} {number}")
        clan = tuple(shuffle.sample(CLAN_CARDS, len(CLAN_CARDS)))
        tactics = tuple(shuffle.sample(TACTICS_CARDS, len(TACTICS_CARDS))) if rules.tactics else ()
        deal = Deal("starters", number, clan, tactics, "salt")
        strict = number % 2 == 0
        games.append(Order(f"{variant}-{number}", rules, deal, seats, (number, number), PATIENT, strict))
    return games


def replies(programs, games):
    """Play games, none of which may end by a fault, and return all that was said in them."""
    told = []
    with Match(programs) as match:
        for order in games:
            record = match.play(order)
            assert record.result.fault is None, (order.id, record.result.fault)
            assert record.result.ending in ("stones", "adjacent", "adjudicated", "draw")
            told.append((order.id, record.result.ending, [reply.reply for reply in record.turns]))
    return told


AMONG_THEMSELVES = orders(VARIANTS, deals=3)
AGAINST_CHANCE = orders(("tactics", "expert+tactics"), deals=12)


@pytest.fixture(scope="session")
def program(workshop, tmp_path_factory):
    """Return a function that gives a starter as a program for a match; it runs in a folder without its source."""
    folder = tmp_path_factory.mktemp("elsewhere")
    return lambda name: Program(name, workshop(name), folder)


@pytest.fixture(scope="session")
def chance():
    """Return the bundled bot that makes any legal play, tactics cards among them, the same on the same seed."""
    bot = TABLE["random"]
    meanings = {"{python}": sys.executable, "{folder}": str(BOTS / bot["folder"])}
    return Program("random", tuple(fill(word, meanings) for word in bot["command"]), BOTS / bot["folder"])


@pytest.fixture(scope="session")
def python_replies(program):
    return replies((program("python"), program("python")), AMONG_THEMSELVES)


@pytest.fixture(scope="session")
def python_replies_to_chance(program, chance):
    return replies((program("python"), chance), AGAINST_CHANCE)


def test_both_seatings_of_a_deal_are_the_same_game_when_one_player_has_both_seats(python_replies):
    assert python_replies[::2] == python_replies[1::2]


def test_a_starter_plays_the_same_games_in_both_seats_as_the_one_in_python(name, program, python_replies):
    assert replies((program(name), program("python")), AMONG_THEMSELVES) == python_replies


def test_a_starter_meets_tactics_cards_with_the_same_answers_as_the_one_in_python(
    name, program, chance, python_replies_to_chance
):
    assert replies((program(name), chance), AGAINST_CHANCE) == python_replies_to_chance


def test_the_games_against_chance_see_mud_elite_troops_and_ruses(python_replies_to_chance):
    played = {reply.split()[2] for _, _, told in python_replies_to_chance for reply in told if reply.startswith("play")}
    assert "mud" in played
    assert played & {"joker", "spy", "shield"}
    assert played & {"recruiter", "strategist", "banshee", "traitor"}


def test_the_table_lists_every_starter_and_describes_it():
    required = {"language", "folder", "source", "command", "needs", "about"}
    folders = {path.name for path in STARTERS.iterdir() if path.is_dir() and not path.name.startswith("__")}
    assert {starter["folder"] for starter in LISTING.values()} == folders
    for starter in LISTING.values():
        assert required <= set(starter) <= required | {"build"}
        assert starter["about"].endswith(".")
        words = " ".join(starter.get("build", starter["command"]))
        assert f"{{folder}}/{starter['source']}" in words


def test_a_starter_is_short_plain_and_says_where_to_change_it(name):
    source = (STARTERS / LISTING[name]["folder"] / LISTING[name]["source"]).read_text(encoding="ascii")
    lines = source.splitlines()
    assert len(lines) <= 130
    assert max(map(len, lines)) <= 120
    assert re.search(r"put your own name in, then change .*choose", source)
    assert "This is where your ideas go" in source


def test_the_file_of_a_starter_is_all_that_its_folder_holds(name):
    folder: Path = STARTERS / LISTING[name]["folder"]
    assert [path.name for path in folder.iterdir() if path.name != "__pycache__"] == [LISTING[name]["source"]]
