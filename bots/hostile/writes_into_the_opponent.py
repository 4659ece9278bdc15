"""Writes into the opponent: says something wrong in its name, through its own standard output."""

import os

import prey
from honest import play, say, turn


def forge(number, view):
    """Answer, and speak for the opponent."""
    turn(number, view)
    for pid in prey.opponents():
        try:
            pipe = os.open(f"/proc/{pid}/fd/1", os.O_WRONLY | os.O_NONBLOCK)
        except OSError:
            continue
        os.write(pipe, b"lorem ipsum\n")
        os.close(pipe)
        say(f"note got the output of {pid}")


play(turn=forge)
