"""Limits the opponent: leaves it no more memory than it has."""

import resource

import prey
from honest import play, say, turn


def limit(number, view):
    """Take the opponent's memory away, and answer."""
    for pid in prey.opponents():
        resource.prlimit(pid, resource.RLIMIT_AS, (1 << 20, 1 << 20))
        say(f"note got the limits of {pid}")
    turn(number, view)


play(turn=limit)
