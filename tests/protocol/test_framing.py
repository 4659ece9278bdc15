from hypothesis import given
from hypothesis import strategies as st

from protocol.framing import LONGEST_LINE, Lines

LINE = st.binary(max_size=40).map(lambda data: data.replace(b"\n", b"").replace(b"\r", b""))


@given(st.lists(LINE), st.sampled_from([b"\n", b"\r\n"]), st.data())
def test_lines_are_the_same_however_the_bytes_are_split(lines: list[bytes], end: bytes, data: st.DataObject) -> None:
    stream = b"".join(line + end for line in lines)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)))))
    framing = Lines()
    heard = []
    for start, stop in zip([0, *cuts], [*cuts, len(stream)], strict=True):
        heard += framing.feed(stream[start:stop])
    assert heard == [line for line in lines if line.strip(b" ")]
    assert not framing.is_overlong
    assert framing.rest == b""


def test_a_line_of_the_greatest_length_is_heard() -> None:
    framing = Lines()
    assert framing.feed(b"x" * (LONGEST_LINE - 1) + b"\n") == [b"x" * (LONGEST_LINE - 1)]
    assert not framing.is_overlong


def test_a_longer_line_is_overlong_with_and_without_its_end() -> None:
    for tail in (b"\n", b""):
        framing = Lines()
        assert framing.feed(b"x" * LONGEST_LINE + tail) == []
        assert framing.is_overlong


def test_a_line_without_an_end_never_fills_memory() -> None:
    framing = Lines()
    for _ in range(1000):
        framing.feed(b"x" * 1000)
    assert framing.is_overlong
    assert framing.rest == b""


def test_lines_before_an_overlong_one_are_heard_and_none_after_it() -> None:
    framing = Lines()
    assert framing.feed(b"ok\n" + b"x" * LONGEST_LINE + b"\nok\n") == [b"ok"]
    assert framing.feed(b"ok\n") == []


def test_blank_lines_are_ignored() -> None:
    assert Lines().feed(b"\n \n\r\n  \r\nok\n") == [b"ok"]


def test_other_characters_that_cannot_be_seen_are_no_blank() -> None:
    assert Lines().feed(b"\t\n\r\r\n\x0b\nok\r\r\n") == [b"\t", b"\r", b"\x0b", b"ok\r"]


def test_half_a_line_is_kept_as_the_rest() -> None:
    framing = Lines()
    assert framing.feed(b"play 1 ") == []
    assert framing.rest == b"play 1 "
    assert framing.feed(b"R5 3\n") == [b"play 1 R5 3"]
