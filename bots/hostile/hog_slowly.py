"""Hog slowly: takes 40 megabytes more on every turn, two gigabytes in all."""

from honest import play, turn

MIB = 1 << 20
food = []


def eat(number, view):
    """Eat and answer."""
    if len(food) * 40 < 2048:
        food.append(bytearray(b"A" * 40 * MIB))
    turn(number, view)


play(turn=eat)
