"""Slow but in time: thinks long over its first turns, but not too long."""

import time

import honest


def turn(number, view):
    """Wait, but less than the limit."""
    if number < 5:
        time.sleep(int(view["left"]) / 4000)
    honest.turn(number, view)


honest.play(turn=turn)
