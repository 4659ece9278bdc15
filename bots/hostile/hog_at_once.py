"""Hog at once: takes two gigabytes on its first turn."""

from honest import play, turn

GIB = 1 << 30


def eat(number, view):
    """Write to every page, so that it counts."""
    food = bytearray(2 * GIB)
    food[::4096] = b"A" * len(food[::4096])
    turn(number, view)


play(turn=eat)
