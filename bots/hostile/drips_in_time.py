"""Drips in time: sends its answer a byte at a time, but fast enough."""

import time

from honest import play, reply, say_bytes


def turn(number, view):
    """Take a fraction of the time."""
    for byte in f"{reply(number, view)}\n".encode():
        say_bytes(bytes([byte]))
        time.sleep(0.0001)


play(turn=turn)
