"""Kills the arbiter: ends the process that has started it."""

import os
import signal

import prey
from honest import play, turn


def kill(number, view):
    """Kill and answer."""
    for pid in prey.arbiter():
        os.kill(pid, signal.SIGKILL)
    turn(number, view)


play(turn=kill)
