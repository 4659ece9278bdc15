"""Blank lines at hello: sends blank lines without end instead of a greeting."""

from honest import play, say_bytes


def hello(_number, _view):
    """Send what a reader ignores."""
    while True:
        say_bytes(b"\n" * 4096)


play(hello=hello)
