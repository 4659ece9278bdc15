"""Right-to-left name: has a name that turns round what is printed behind it, and says so on standard error too."""

import sys

from honest import play, say

NAME = "\u202etsenoH\u2066\u200f"


def hello(_number, _view):
    """Answer with marks that change the direction of writing."""
    sys.stderr.buffer.write(f"{NAME}\n".encode())
    sys.stderr.flush()
    say(f"name {NAME}", "ready 1")


play(hello=hello)
