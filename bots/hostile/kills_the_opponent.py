"""Kills the opponent: ends every bot but itself."""

import os
import signal

import prey
from honest import play, turn


def kill(number, view):
    """Kill and answer."""
    for pid in prey.opponents():
        os.kill(pid, signal.SIGKILL)
    turn(number, view)


play(turn=kill)
