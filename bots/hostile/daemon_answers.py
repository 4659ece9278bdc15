"""Daemon answers: dies, and lets a daemon play on in its place."""

import os

from honest import fork, play, turn


def leave_it_to_another(number, view):
    """Fork twice and die on the third turn."""
    if number in (3, 4):
        if fork():
            os._exit(0)
        os.setsid()
        if fork():
            os._exit(0)
    turn(number, view)


play(turn=leave_it_to_another)
