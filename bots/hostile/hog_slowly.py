"""Hog slowly: takes 48 megabytes more on every turn, two gigabytes in all."""

from honest import play, turn

MIB = 1 << 20
food = []


def eat(number, view):
    """Eat, write to every page so that it counts, and answer."""
    if len(food) < 42:
        food.append(bytearray(48 * MIB))
        food[-1][::4096] = b"A" * (48 * MIB // 4096)
    turn(number, view)


play(turn=eat)
