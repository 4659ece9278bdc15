"""Spins off turn: burns the processor while the opponent thinks."""

import os

import honest
from honest import fork, play

if not fork():
    os.close(0)
    os.close(1)
    while True:
        pass


def turn(number, view):
    """Answer at once, and go on spinning."""
    honest.turn(number, view)


play(turn=turn)
