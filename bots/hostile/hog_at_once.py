"""Hog at once: takes two gigabytes on its first turn."""

from honest import play, turn

GIB = 1 << 30


def eat(number, view):
    """Write to all of it, so that it counts from the first page on."""
    food = bytearray(b"A") * (2 * GIB)
    turn(number, view)
    del food


play(turn=eat)
