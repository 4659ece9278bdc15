"""Closes stdout off turn: answers, and closes its output while the opponent thinks."""

import os
import time

from honest import LIFE_S, play, turn


def close(number, view):
    """Answer, and close."""
    turn(number, view)
    os.close(1)
    time.sleep(LIFE_S)


play(turn=close)
