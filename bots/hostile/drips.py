"""Drips: sends a legal answer a byte at a time, slower than its time allows."""

import time

from honest import play, reply, say_bytes


def turn(number, view):
    """Take twice the time."""
    for byte in f"{reply(number, view)}\n".encode():
        say_bytes(bytes([byte]))
        time.sleep(int(view["left"]) / 10_000)


play(turn=turn)
