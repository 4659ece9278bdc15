"""Escapes in its name: has a name that would clear the terminal, and says so on standard error too."""

import sys

from honest import play, say

NAME = "\x1b[2J\x1b[31mRed\x1b]0;title\x07"


def hello(_number, _view):
    """Answer with escapes."""
    print(NAME, file=sys.stderr, flush=True)
    say(f"name {NAME}", "ready 1")


play(hello=hello)
