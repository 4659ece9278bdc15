import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol import messages as m
from protocol.codec import CARDS, CLAN, MOVES, Malformed, decode_from_arbiter, decode_from_bot, encode

NUMBER = st.integers(0, 10**9 - 1)
STONES = st.lists(st.integers(1, 9), min_size=1, max_size=9).map(tuple)
CLAIMS = st.none() | st.just(()) | STONES
WORD = st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1, max_size=64)
TEXT = st.text(st.characters(min_codepoint=32, max_codepoint=126), min_size=1, max_size=64).map(str.strip).filter(bool)
MOVE = st.sampled_from(sorted(MOVES)).flatmap(
    lambda card: st.tuples(st.just(card), *(st.sampled_from(sorted(words)) for words, _ in MOVES[card]))
)
CARD_LIST = st.lists(st.sampled_from(sorted(CARDS)), max_size=3).map(tuple)
INTEGER = st.integers(-(10**17), 10**17)
BOUNDS = st.tuples(INTEGER, INTEGER, INTEGER).map(sorted)
CHOICES = st.lists(WORD, min_size=1, max_size=5).map(tuple)
OPTION = st.one_of(
    st.builds(lambda name, bounds: m.Option(name, "int", str(bounds[1]), (bounds[0], bounds[2])), WORD, BOUNDS),
    st.builds(lambda name, default: m.Option(name, "bool", default), WORD, st.sampled_from(["yes", "no"])),
    st.builds(lambda name, choices: m.Option(name, "choice", choices[-1], None, choices), WORD, CHOICES),
    st.builds(lambda name, default: m.Option(name, "string", default), WORD, st.just("") | TEXT),
)
FROM_BOT = st.one_of(
    st.builds(m.Name, TEXT),
    st.builds(m.Author, TEXT),
    st.builds(m.Version, TEXT),
    OPTION,
    st.builds(m.Ready, NUMBER),
    st.just(m.Ok()),
    st.builds(m.Pong, WORD),
    st.builds(m.Note, st.just("") | TEXT),
    st.builds(m.Play, NUMBER, MOVE, CLAIMS, st.sampled_from(["", "clan", "tactics"])),
    st.builds(m.Pass, NUMBER, CLAIMS),
    st.builds(m.Return, NUMBER, CARD_LIST),
)
KEY = st.text(st.characters(min_codepoint=97, max_codepoint=122), min_size=1, max_size=8)
FIELDS = st.dictionaries(KEY, WORD, min_size=1, max_size=6)
PAIR = st.tuples(st.integers(0, 9), st.integers(0, 9))
PLAY_TEXT = st.just("pass") | MOVE.map(lambda words: f"play {' '.join(words)}")
FROM_ARBITER = st.one_of(
    st.builds(m.Hello, NUMBER, WORD),
    st.builds(m.Set, WORD, st.just("") | TEXT),
    st.builds(m.Ping, WORD),
    st.builds(m.Game, FIELDS),
    st.builds(m.Opponent, NUMBER, PLAY_TEXT, st.just(()) | STONES, PAIR),
    st.builds(
        m.Refused,
        NUMBER,
        st.integers(1, 9),
        st.sampled_from(["claimed", "incomplete", "weaker", "later", "beatable"]),
        st.lists(st.sampled_from(sorted(CLAN)), max_size=3).map(tuple),
    ),
    st.builds(m.Turn, NUMBER, FIELDS),
    st.builds(m.GiveBack, NUMBER, FIELDS),
    st.builds(m.UnknownWord, WORD),
    st.builds(
        m.Result,
        st.sampled_from(["win", "loss", "draw", "void"]),
        st.sampled_from(["stones", "timeout"]),
        st.sampled_from(["none", "you", "opponent"]),
        PAIR,
        PAIR,
        TEXT,
    ),
    st.just(m.Quit()),
)


@given(FROM_BOT)
def test_a_message_of_a_bot_survives_the_round_trip(message: m.FromBot) -> None:
    assert decode_from_bot(encode(message).encode()) == message


@given(FROM_ARBITER)
def test_a_message_of_the_arbiter_survives_the_round_trip(message: m.FromArbiter) -> None:
    assert decode_from_arbiter(encode(message).encode()) == message


@given(st.binary(min_size=1, max_size=60).filter(lambda data: not data.isspace() and b"\n" not in data))
def test_any_bytes_are_a_message_an_unknown_word_or_malformed(line: bytes) -> None:
    message = decode_from_bot(line)
    assert isinstance(message, m.Unknown | Malformed | tuple)


@given(FROM_BOT, st.data())
def test_a_damaged_line_never_raises(message: m.FromBot, data: st.DataObject) -> None:
    line = encode(message)
    cut = data.draw(st.integers(0, len(line)))
    extra = data.draw(st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=5))
    damaged = (line[:cut] + extra + line[cut + 1 :]).encode()
    if not damaged.isspace() and damaged:
        wrong = decode_from_bot(damaged)
        if isinstance(wrong, Malformed):
            assert 1 <= wrong.column <= len(damaged) + 1
            assert wrong.expected


@pytest.mark.parametrize(
    ("line", "column", "expected"),
    [
        ("play", 5, "a number"),
        ("play x R5 3", 6, "a number"),
        ("play 1", 7, "a card to play"),
        ("play 1 R0 3", 8, "a card to play"),
        ("play 1 R5", 10, "a stone"),
        ("play  1  R5  10", 14, "a stone"),
        ("play 1 recruiter 4+0", 18, "clan+tactics"),
        ("play 1 traitor joker 3", 16, "a clan card"),
        ("play 1 strategist R5 0", 22, "a stone (1 to 9) or discard"),
        ("play 1 R5 3 claim", 18, "all, or stones"),
        ("play 1 R5 3 claim 3;4", 19, "all, or stones"),
        ("play 1 R5 3 claim all now", 23, "draw or the end"),
        ("play 1 R5 3 draw", 17, "clan or tactics"),
        ("play 1 R5 3 hooray", 13, "claim, draw or the end"),
        ("pass 1 draw clan", 8, "claim or the end"),
        ("return 3 R5 R6", 13, "the end of the line"),
        ("return 3 R5,R66", 10, "cards"),
        ("ready one", 7, "a number"),
        ("ok then", 4, "the end of the line"),
        ("option depth int 9 1 4", 18, "a default within its bounds"),
        ("option style choice wild calm", 21, "one of the choices"),
        ("name " + "x" * 65, 6, "a text of 1 to 64 characters"),
        ("note a\x00b", 7, "printable ASCII"),
        ("note \x1b[31m", 6, "printable ASCII"),
    ],
)
def test_a_malformed_line_says_where_and_what_was_expected(line: str, column: int, expected: str) -> None:
    wrong = decode_from_bot(line.encode())
    assert isinstance(wrong, Malformed)
    assert wrong.column == column
    assert expected in wrong.expected


def test_bytes_outside_ascii_are_malformed_with_their_column() -> None:
    wrong = decode_from_bot("note é".encode())
    assert isinstance(wrong, Malformed)
    assert (wrong.column, wrong.why) == (6, "the byte 0xc3 is not ASCII")


def test_spaces_more_than_one_do_no_harm() -> None:
    assert decode_from_bot(b"  play  12   R5 3   claim  all ") == m.Play(12, ("R5", "3"), None)


def test_a_word_that_is_no_message_is_unknown() -> None:
    assert decode_from_bot(b"bestmove e2e4") == m.Unknown("bestmove")


def test_plays_that_are_blown_up_with_spaces_are_read_and_not_kept() -> None:
    tracemalloc.start()
    try:
        for spaces in range(1, 4000):
            message = decode_from_bot(b"play 7 R5" + b" " * spaces + b"3 claim all")
            assert message == m.Play(7, ("R5", "3"), None)
        kept_bytes, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert kept_bytes < 1 << 20
