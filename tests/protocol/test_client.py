"""The client loop: every field of the contract, every play a view allows, and how a conversation ends."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from protocol import client
from protocol.client import Client, Option, Reply, weakest
from tests.timeouts import TIMEOUT


def fields_of(text):
    return dict(word.split("=", 1) for word in text.split())


GAME = fields_of(
    "id=cup-7 seat=second variant=tactics ranking=run-over-colour lead=1 strict=yes "
    "move=1000 clock=60000 increment=500 deck=5f0c seed=77"
)
EMPTY = fields_of(
    "hand=- 1=-/- 2=-/- 3=-/- 4=-/- 5=-/- 6=-/- 7=-/- 8=-/- 9=-/- mine=- theirs=- first=- blind=- mud=- discard=- "
    "deck=30+8 opponent=7+0 played=0/0 jokers=0/0 left=1000 clock=-/-"
)


def line(word, fields):
    return " ".join([word, *(f"{key}={value}" for key, value in fields.items())])


class Bot:
    """A client that keeps the views it was shown."""

    def __init__(self, reply="pass", give=weakest, **settings):
        self.views = []
        self.client = Client(lambda view: self.views.append(view) or reply, give, name="Bot", **settings)

    def hears(self, *lines):
        return [self.client.answer(text) for text in lines]


def see(game=(), number=3, **fields):
    """Return the view of a turn whose fields are those of an empty table but for the ones named, stones as s1 to s9."""
    bot = Bot()
    fields = {key.removeprefix("s") if key[0] == "s" else key: value for key, value in fields.items()}
    bot.hears(line("game", GAME | dict(game)), line(f"turn {number}", EMPTY | fields))
    return bot.views[0]


def plays_of(word, **fields):
    return [play for play in see(**fields).legal_plays() if play.startswith(word)]


def test_hello_is_answered_with_who_the_bot_is_and_ready():
    options = (
        *(Option.integer("depth", 4, 1, 64), Option.switch("brave", True), Option.choice("style", "calm", "wild")),
        *(Option.string("book"), Option.string("motto", "slow but sure")),
    )
    bot = Bot(author="J. Macgregor", version="2.1", options=options)
    assert bot.hears("hello 1 reiver/0.1.0")[0].splitlines() == [
        *("name Bot", "author J. Macgregor", "version 2.1", "option depth int 4 1 64", "option brave bool yes"),
        *("option style choice calm calm wild", "option book string", "option motto string slow but sure", "ready 1"),
    ]


def test_a_bot_without_author_and_version_says_only_its_name():
    assert Bot().hears("hello 1 reiver/0.1.0") == ["name Bot\nready 1\n"]


def test_options_have_their_types_and_their_defaults_until_they_are_set():
    options = (
        *(Option.integer("depth", 4, 1, 64), Option.switch("brave", True), Option.choice("style", "calm", "wild")),
        *(Option.string("book", "a.txt"), Option.string("motto", "slow")),
    )
    bot = Bot(options=options)
    sets = ("set depth -7", "set brave no", "set style wild", "set motto  two  words ", "set book", "set unheard 1")
    assert bot.hears(*sets, line("game", GAME), line("turn 2", EMPTY))[:6] == [""] * 6
    expected = {"depth": -7, "brave": False, "style": "wild", "book": "", "motto": "two  words"}
    assert bot.views[0].options == expected
    assert see().options == {}


def test_the_settings_of_a_game_are_parsed():
    game = see().game
    assert (game.id, game.seat, game.variant, game.ranking) == ("cup-7", "second", "tactics", "run-over-colour")
    assert (game.lead, game.strict, game.deck, game.seed) == (1, True, "5f0c", 77)
    assert (game.move_ms, game.clock_ms, game.increment_ms) == (1000, 60000, 500)


def test_a_game_without_limits_has_none():
    game = see(game={"move": "-", "clock": "-", "strict": "no"}).game
    assert (game.move_ms, game.clock_ms, game.strict) == (None, None, False)


@pytest.mark.parametrize(
    ("variant", "is_tactics", "is_expert"),
    [("base", False, False), ("tactics", True, False), ("expert", False, True), ("expert+tactics", True, True)],
)
def test_a_variant_tells_whether_it_has_tactics_cards_and_early_claims(variant, is_tactics, is_expert):
    game = see(game={"variant": variant}).game
    assert (game.is_tactics, game.is_expert) == (is_tactics, is_expert)


def test_every_field_of_a_turn_is_parsed():
    view = see(
        **{"number": 11, "hand": "R5,joker", "s3": "Y1,Y2/B2,spy", "s9": "-/G7", "mine": "4,5", "theirs": "6"},
        **{"first": "1,9", "blind": "2", "mud": "2,3", "discard": "recruiter,G8", "opponent": "5+2", "played": "1/2"},
        **{"jokers": "0/1", "left": "987", "clock": "59000/60000"},
    )
    assert (view.number, view.hand, view.discard) == (11, ("R5", "joker"), ("recruiter", "G8"))
    assert (view.stones[3], view.stones[9]) == ((("Y1", "Y2"), ("B2", "spy")), ((), ("G7",)))
    assert list(view.stones) == list(range(1, 10))
    assert (view.mine, view.theirs, view.first) == ((4, 5), (6,), (1, 9))
    assert (view.blind, view.mud) == ((2,), (2, 3))
    assert (view.deck, view.opponent, view.played, view.jokers) == ((30, 8), (5, 2), (1, 2), (0, 1))
    assert (view.left_ms, view.clock_ms) == (987, (59000, 60000))
    assert (view.give, view.drew) == (0, ())


def test_a_turn_without_limits_has_no_time():
    view = see(left="-")
    assert (view.left_ms, view.clock_ms) == (None, (None, None))


def test_unknown_fields_and_messages_are_ignored():
    bot = Bot("R5 3 claim all")
    assert bot.hears("weather fine", "", "  ", "unknown info", "result win by=stones why=five stones") == [""] * 5
    heard = bot.hears(line("game", GAME | {"moon": "full"}), line("turn 1", {"moon": "full"} | EMPTY | {"omen": "a=b"}))
    assert heard == ["ok\n", "play 1 R5 3 claim all\n"]


def test_carriage_returns_and_extra_spaces_do_no_harm():
    bot = Bot("R5 3")
    told = [text.replace(" ", "   ") + "  \r\n" for text in (line("game", GAME), "ping x1", line("turn 5", EMPTY))]
    assert bot.hears(*told) == ["ok\n", "pong x1\n", "play 5 R5 3\n"]
    assert bot.views[0].clock_ms == (None, None)


@pytest.mark.parametrize(
    ("text", "play", "claimed", "drew"),
    [
        ("opponent 2 play B9 5 draw 1+0", "B9 5", (), (1, 0)),
        ("opponent 2 play G4 3 claim 3,4 draw 0+1", "G4 3", (3, 4), (0, 1)),
        ("opponent 2 play recruiter 2+1", "recruiter 2+1", (), (0, 0)),
        ("opponent 2 play strategist R5 discard claim 1", "strategist R5 discard", (1,), (0, 0)),
        ("opponent 2 pass", "pass", (), (0, 0)),
        ("opponent 2 pass claim 9", "pass", (9,), (0, 0)),
    ],
)
def test_what_the_opponent_did_is_in_the_next_view_only(text, play, claimed, drew):
    bot = Bot()
    bot.hears(line("game", GAME), text, line("turn 3", EMPTY), line("turn 5", EMPTY))
    action = bot.views[0].opponent_action
    assert (action.number, action.play, action.claimed, action.drew) == (2, play, claimed, drew)
    assert bot.views[1].opponent_action is None


def test_refused_claims_are_in_the_next_view_only():
    bot = Bot()
    told = ("refused 1 4 beatable G7,G8", "refused 1 5 weaker", line("turn 3", EMPTY), line("turn 5", EMPTY))
    bot.hears(line("game", GAME), *told)
    refusals = [(each.number, each.stone, each.reason, each.cards) for each in bot.views[0].refusals]
    assert refusals == [(1, 4, "beatable", ("G7", "G8")), (1, 5, "weaker", ())]
    assert bot.views[1].refusals == ()


def test_a_new_game_forgets_the_last_one():
    bot = Bot()
    told = ("opponent 2 pass", "refused 1 5 weaker", line("game", GAME | {"id": "next"}), line("turn 1", EMPTY))
    bot.hears(line("game", GAME), *told)
    view = bot.views[0]
    assert (view.game.id, view.opponent_action, view.refusals) == ("next", None, ())


def test_random_choices_depend_on_the_seed_of_the_game_alone():
    first, other = see(), see(game={"seed": "78"})
    drawn = [first.game.random.random() for _ in range(3)]
    again = see().game.random
    assert [again.random() for _ in range(3)] == drawn
    assert other.game.random.random() != drawn[0]


def test_a_turn_before_any_game_is_an_error():
    with pytest.raises(ValueError, match="before the first game"):
        Bot().hears(line("turn 1", EMPTY))


@pytest.mark.parametrize(
    ("reply", "answer"),
    [
        ("R5 3", "play 7 R5 3\n"),
        ("pass claim 2", "pass 7 claim 2\n"),
        (Reply("R5 3"), "play 7 R5 3 claim all\n"),
        (Reply("R5 3", claim=()), "play 7 R5 3\n"),
        (Reply("R5 3", claim=(3, 1), draw="tactics"), "play 7 R5 3 claim 3,1 draw tactics\n"),
        (Reply("pass", draw="tactics"), "pass 7 claim all\n"),
        (Reply("spy 9", notes=["well,\nwell", "ok"]), "note well, well\nnote ok\nplay 7 spy 9 claim all\n"),
    ],
)
def test_a_reply_becomes_one_line_with_the_number_of_the_turn(reply, answer):
    assert Bot(reply).hears(line("game", GAME), line("turn 7", EMPTY))[1] == answer


def test_a_long_note_is_cut_before_it_floods():
    notes = Bot(Reply("pass", notes=["x" * 9000])).hears(line("game", GAME), line("turn 7", EMPTY))[1].splitlines()
    assert len(notes[0]) < 4096
    assert notes[1] == "pass 7 claim all"


def test_a_recruiter_is_answered_by_the_second_function():
    seen = []
    bot = Bot(give=lambda view: seen.append(view) or ["P1", "spy"])
    told = line("return 11", EMPTY | {"hand": "P1,spy,G4", "give": "2", "drew": "G4,spy,P1"})
    assert bot.hears(line("game", GAME), told) == ["ok\n", "return 11 P1,spy\n"]
    assert (seen[0].number, seen[0].give, seen[0].drew) == (11, 2, ("G4", "spy", "P1"))


@pytest.mark.parametrize(
    ("hand", "give", "answer"),
    [
        ("R9,G1,B2,spy,mud,P3,P4", 2, "return 4 G1,B2\n"),
        ("R9,G1,B2,spy,mud,shield", 2, "return 4 spy,mud\n"),
        ("joker,R9", 1, "return 4 R9\n"),
        ("joker", 0, "return 4 -\n"),
    ],
)
def test_the_weakest_cards_are_returned_unless_the_bot_chooses(hand, give, answer):
    told = line("return 4", EMPTY | {"hand": hand, "give": give, "drew": "-", "jokers": "1/0"})
    assert Bot().hears(line("game", GAME), told)[1] == answer


def test_a_joker_that_can_never_be_played_is_not_returnable():
    assert see(hand="joker,R1,spy", jokers="1/0").returnable() == ["R1", "spy"]
    assert see(hand="joker,joker,R1", jokers="0/1").returnable() == ["joker", "joker", "R1"]


def test_clan_cards_go_to_every_unclaimed_stone_with_room():
    stones = {"s1": "R1,R2,R3/-", "s2": "R4/-", "s3": "-/B1,B2,B3", "s8": "G5,G6,G7/-"}
    view = see(hand="R5,G2", mine="4,5", theirs="6,7", mud="8", **stones)
    assert view.legal_plays() == [f"{card} {stone}" for card in ("R5", "G2") for stone in (2, 3, 8, 9)]


def test_passing_is_legal_only_without_a_clan_play():
    full = {f"s{stone}": f"R{stone},O{stone},Y{stone}/-" for stone in range(1, 10)}
    assert see(hand="R5", **full).legal_plays() == ["pass"]
    assert see(hand="-").legal_plays() == ["pass"]
    assert "pass" in see(hand="spy,banshee").legal_plays()
    assert "pass" not in see(hand="spy,R1").legal_plays()


def test_closed_stones_count_as_claimed():
    view = see(hand="R5,mud", s2="G1,G2,G3/-", theirs="1,3,4,5,6,7,8")
    assert view.complete_stones() == [2]
    assert view.legal_plays() == ["R5 9", "mud 2", "mud 9"]
    assert view.legal_plays(closed=[9]) == ["mud 2", "pass"]


def test_expert_plays_leave_out_the_stones_that_a_claim_may_close():
    view = see(game={"variant": "expert+tactics"}, hand="R5,mud", s2="G1,G2,G3/-", theirs="1,3,4,5,6,7,8")
    assert view.legal_plays() == ["R5 9", "mud 9"]
    assert view.legal_plays(closed=()) == ["R5 9", "mud 2", "mud 9"]


def test_elite_troops_need_room_and_modes_do_not():
    fields = {"s1": "R1,R2,R3/-", "mine": "4,5,6", "theirs": "7,8,9"}
    assert plays_of("spy", hand="spy", **fields) == ["spy 2", "spy 3"]
    assert plays_of("shield", hand="shield", **fields) == ["shield 2", "shield 3"]
    assert plays_of("mud", hand="mud", **fields) == ["mud 1", "mud 2", "mud 3"]
    assert plays_of("blind", hand="blind", **fields) == ["blind 1", "blind 2", "blind 3"]


def test_one_may_lead_by_one_tactics_card_at_most():
    assert plays_of("spy", hand="spy", played="3/3")
    assert not plays_of("spy", hand="spy", played="4/3")
    assert not plays_of("spy", hand="spy", played="3/3", game={"lead": "0"})


def test_the_second_joker_is_never_played():
    assert len(plays_of("joker", hand="joker,joker", jokers="0/1")) == 9
    assert not plays_of("joker", hand="joker", jokers="1/0", played="1/1")


@pytest.mark.parametrize(
    ("deck", "splits"),
    [("30+8", ["3+0", "2+1", "1+2", "0+3"]), ("1+8", ["1+2", "0+3"]), ("30+1", ["3+0", "2+1"]), ("1+1", ["1+1"])],
)
def test_a_recruiter_draws_three_or_what_there_is(deck, splits):
    assert plays_of("recruiter", hand="recruiter", deck=deck) == [f"recruiter {split}" for split in splits]


def test_a_strategist_moves_own_troops_to_another_stone_or_the_discard():
    fields = {"s1": "R1,spy/G1", "s2": "-/G2", "s3": "Y1,Y2,Y3/-", "s4": "B1/B2", "mine": "4", "theirs": "5,6,7,8,9"}
    assert plays_of("strategist", hand="strategist", **fields) == [
        *("strategist R1 2", "strategist R1 discard", "strategist spy 2", "strategist spy discard"),
        *(f"strategist {card} {to}" for card in ("Y1", "Y2", "Y3") for to in (1, 2, "discard")),
    ]


def test_a_banshee_takes_any_troop_and_a_traitor_clan_cards_to_a_side_with_room():
    fields = {"s1": "R1,R2,R3/G1,spy", "s2": "-/G2", "s3": "-/G3", "mine": "3,4,5", "theirs": "6,7,8"}
    assert plays_of("banshee", hand="banshee", **fields) == ["banshee G1", "banshee spy", "banshee G2"]
    expected = ["traitor G1 2", "traitor G1 9", "traitor G2 2", "traitor G2 9"]
    assert plays_of("traitor", hand="traitor", **fields) == expected


def test_a_ruse_without_a_target_is_not_legal():
    assert see(hand="strategist,banshee,traitor").legal_plays() == ["pass"]


def test_hidden_cards_are_those_that_lie_nowhere_in_sight():
    view = see(hand="R1,spy", s1="R2/R3", mine="1", discard="R4,mud")
    assert view.hidden()[:2] == ["R5", "R6"]
    assert len(view.hidden()) == 50


SCRIPT = """
from protocol.client import run

def decide(view):
    print("thinking")
    if view.hand == ("R9",):
        raise RuntimeError("no idea")
    return "R5 3 claim all"

run(decide, name="Bot")
"""
GAME_AND_TURN = f"{line('game', GAME)}\n{line('turn 1', EMPTY)}\n"


def converse(text):
    """Return the finished process of the script, which heard `text` and then the end of its input."""
    command = [sys.executable, "-c", SCRIPT]
    return subprocess.run(command, input=text, capture_output=True, text=True, timeout=TIMEOUT, check=False)


def test_a_bot_process_answers_until_quit_and_reads_no_further():
    bot = converse(f"hello 1 reiver/0.1.0\n{GAME_AND_TURN}quit\nping 1\n")
    assert bot.stdout == "name Bot\nready 1\nok\nplay 1 R5 3 claim all\n"
    assert bot.returncode == 0


def test_the_end_of_the_input_ends_a_bot_quietly():
    bot = converse("hello 1 reiver/0.1.0\nping 7\nping 8")
    assert (bot.stdout, bot.stderr, bot.returncode) == ("name Bot\nready 1\npong 7\npong 8\n", "", 0)


def test_what_a_bot_prints_goes_to_standard_error():
    assert converse(GAME_AND_TURN).stderr == "thinking\n"


def test_an_error_in_a_bot_ends_it_with_a_traceback():
    bot = converse(f"{GAME_AND_TURN}{line('turn 3', EMPTY | {'hand': 'R9'})}\n")
    assert bot.stdout == "ok\nplay 1 R5 3 claim all\n"
    assert bot.stderr.endswith("RuntimeError: no idea\n")
    assert bot.returncode == 1


def test_a_bot_whose_output_is_closed_ends_quietly():
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-c", SCRIPT]
    try:
        process = subprocess.run(
            command, input=b"ping 1\nping 2\n", stdout=writing, stderr=subprocess.PIPE, timeout=TIMEOUT, check=False
        )
    finally:
        os.close(writing)
    assert (process.stderr, process.returncode) == (b"", 0)


def test_the_client_is_imported_without_anything_that_costs_time():
    code = "import sys; before = set(sys.modules); import protocol.client; print(*sorted(set(sys.modules) - before))"
    command = [sys.executable, "-S", "-c", code]
    root = Path(client.__file__).parent.parent
    run = subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=TIMEOUT, check=True)
    costly = {"asyncio", "collections", "dataclasses", "enum", "msgspec", "random", "re", "rich", "typing"}
    assert not costly.intersection(run.stdout.split())
