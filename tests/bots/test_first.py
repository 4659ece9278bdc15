"""The bot in C: its one simple choice, and lines that come in any portions."""

import pytest

from tests.bots.positions import game, turn
from tests.timeouts import TIMEOUT


@pytest.fixture
def bot(start):
    bot = start("first")
    bot.greet()
    return bot


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        (turn(1, "O4,R9"), "play 1 O4 1 claim all"),
        (turn(1, "spy,joker,R9"), "play 1 R9 1 claim all"),
        (turn(123, "R9", s1="O1,O2,O3/-", s2="-/B1,B2,B3"), "play 123 R9 2 claim all"),
        (turn(3, "R9", mine="1,2", theirs="3,5"), "play 3 R9 4 claim all"),
        (turn(3, "R9", s1="O1,O2,O3/-", mud="1"), "play 3 R9 1 claim all"),
        (turn(3, "R9", s1="O1,O2,O3,O4/-", mud="1"), "play 3 R9 2 claim all"),
        (turn(3, "R9", s1="O1,joker,spy/-", s2="O2,O3/-"), "play 3 R9 2 claim all"),
        (turn(3, "joker,spy,shield,blind,mud,recruiter,banshee"), "pass 3 claim all"),
        (turn(3, "-"), "pass 3 claim all"),
        (turn(3, "R9", mine="1,2,3,4", theirs="5,6,7,8", s9="O1,O2,O3/-"), "pass 3 claim all"),
    ],
)
def test_the_first_clan_card_goes_to_the_first_stone_with_room(bot, asked, answer):
    assert bot.ask(game(), asked) == ["ok", answer]


def test_fields_may_come_in_any_order(bot):
    word, number, *fields = turn(3, "R9", mine="1", s2="O1,O2,O3/-").split()
    assert bot.ask(" ".join([word, number, *reversed(fields)])) == ["play 3 R9 3 claim all"]


def test_several_lines_in_one_piece_are_all_answered(bot):
    bot.tell(f"ping a\n{game()}\n{turn(1, 'R9')}\n{turn(3, 'O9')}\r\n")
    answers = [bot.hear() for _ in range(4)]
    assert answers == ["pong a\n", "ok\n", "play 1 R9 1 claim all\n", "play 3 O9 1 claim all\n"]


def test_a_line_in_pieces_is_answered_once_it_is_whole(bot):
    text = turn(7, "R9", mine="1")
    for at in range(0, len(text), 40):
        bot.tell(text[at : at + 40])
    bot.tell("\nping x\n")
    assert (bot.hear(), bot.hear()) == ("play 7 R9 2 claim all\n", "pong x\n")


def test_a_piece_that_was_read_already_is_kept(bot):
    text = turn(7, "R9", mine="1")
    bot.tell(f"ping x\n{text[:100]}")
    assert bot.hear() == "pong x\n"
    bot.tell(f"{text[100:]}\n")
    assert bot.hear() == "play 7 R9 2 claim all\n"


def test_more_lines_than_its_buffers_hold_are_all_answered(bot):
    lines = [turn(number, "R9") for number in range(1000, 1500)]
    answers = []
    for start in range(0, len(lines), 100):
        bot.tell("".join(f"{line}\n" for line in lines[start : start + 100]))
        answers += [bot.hear() for _ in lines[start : start + 100]]
    assert answers == [f"play {number} R9 1 claim all\n" for number in range(1000, 1500)]


def test_a_line_longer_than_its_buffer_does_no_harm(bot):
    bot.tell(f"{'x' * 200_000}\nping 1\n")
    assert bot.hear() == "pong 1\n"


def test_it_leaves_quietly_when_nobody_reads(bot):
    bot.process.stdout.close()
    bot.tell("ping 1\n")
    assert bot.process.wait(TIMEOUT) == 0
