"""Late: gives a legal answer when its time is over."""

import time

import honest


def turn(number, view):
    """Wait too long."""
    time.sleep(int(view["left"]) / 1000 + 0.15)
    honest.turn(number, view)


honest.play(turn=turn)
