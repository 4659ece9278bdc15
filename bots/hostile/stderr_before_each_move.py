"""Stderr before each move: would block for ever if nobody read its standard error."""

import os

from honest import play, turn


def talk(number, view):
    """Write a megabyte, and answer."""
    os.write(2, b"debug\n" * 170_000)
    turn(number, view)


play(turn=talk)
