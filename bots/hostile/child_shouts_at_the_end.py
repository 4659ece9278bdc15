"""Child shouts at the end: plays and leaves, while a child floods its output."""

import os
import sys

from honest import fork, play, say_bytes


def leave(_number, _view):
    """Leave it to the child to go on."""
    if not fork():
        os.setsid()
        while True:
            say_bytes(b"A" * 65536)
    sys.exit()


play(quit=leave)
