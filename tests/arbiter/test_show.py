from collections.abc import Callable

from arbiter.kit.show import show_game
from arbiter.match import Match
from arbiter.process import Program
from arbiter.record import decode, encode
from tests.games import order

DEAL = "R7 O1 R8 Y1 R9 P2 G7 O3 G8 Y4 G9 P5"


def shown(first: Program, second: Program, boards: bool = False) -> list[str]:
    with Match((first, second)) as match:
        record = decode(encode(match.play(order(clan=DEAL))))
    return list(show_game(record, boards))


def test_a_game_is_shown_with_its_head_turns_table_and_end(first: Program) -> None:
    lines = shown(first, first)
    assert lines[0] == "game game-1: base, colour-over-run, tactics lead 1, deal 1 of seed seed"
    assert lines[4].split()[:5] == ["1", "first", "play", "R7", "1"]
    assert any("[1]     [2]     [3]" in line for line in lines)
    assert lines[-2].startswith("first wins by ")
    assert lines[-1].startswith("stones ")


def test_the_table_fits_eighty_columns(first: Program) -> None:
    lines = shown(first, first, boards=True)
    tables = [line for line in lines if "[" in line or "(first)" in line]
    assert len(tables) > 10
    assert max(map(len, tables)) <= 80


def test_a_fault_is_shown_with_the_place_and_what_would_have_been_legal(
    first: Program, script: Callable[..., Program]
) -> None:
    text = "\n".join(shown(first, script("greet(); until('turn'); print('oh', file=sys.stderr); say('play 2 O1 0')")))
    assert "  said      play 2 O1 0\n                      ^" in text
    assert "  expected  a stone (1 to 9)" in text
    assert "  legal     O1 1, O1 2," in text
    assert "second < play 2 O1 0" in text
    assert "standard error of script" in text


def test_what_a_bot_says_cannot_move_the_cursor(first: Program, script: Callable[..., Program]) -> None:
    body = "greet(); until('turn'); os.write(2, b'\\x1b[2J\\xe2\\x80\\xae'); os.write(1, b'\\x1b[31m play\\n'); until('quit')"
    text = "\n".join(shown(first, script(body)))
    assert "\x1b" not in text
    assert "\u202e" not in text
