"""Exits after a move: answers, and is gone."""

import sys

from honest import play, turn


def end(number, view):
    """Answer, and end with a status of its own."""
    turn(number, view)
    sys.exit(3)


play(turn=end)
