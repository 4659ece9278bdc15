"""Closes stdout: stays alive, but can never answer again."""

import os

from honest import play, turn


def close(number, view):
    """Answer the first turns only."""
    if number > 4:
        os.close(1)
    else:
        turn(number, view)


play(turn=close)
