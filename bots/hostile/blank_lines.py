"""Blank lines: answers with blank lines without end."""

from honest import play, say_bytes


def turn(_number, _view):
    """Send what a reader ignores."""
    while True:
        say_bytes(b"\n" * 4096)


play(turn=turn)
