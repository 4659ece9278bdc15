"""Hangs: plays some turns, and then thinks for ever."""

import time

from honest import LIFE_S, play, turn


def hang(number, view):
    """Answer the first turns only."""
    if number > 4:
        time.sleep(LIFE_S)
    turn(number, view)


play(turn=hang)
