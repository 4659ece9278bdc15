"""Drips its hello: sends its greeting a byte at a time, and would be done some day."""

import time

from honest import LIFE_S, play, say_bytes


def hello(_number, _view):
    """Answer far too slowly."""
    for byte in b"name Drip\nready 1\n":
        say_bytes(bytes([byte]))
        time.sleep(LIFE_S / 20)


play(hello=hello)
