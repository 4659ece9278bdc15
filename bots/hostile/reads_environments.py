"""Reads environments: looks for secrets in the environment of the arbiter and the opponent."""

from pathlib import Path

import prey
from honest import play, say, turn


def peek(number, view):
    """Read and answer."""
    for pid in prey.opponents() + prey.arbiter():
        try:
            size = len(Path(f"/proc/{pid}/environ").read_bytes())
        except OSError:
            continue
        say(f"note got {size} bytes of the environment of {pid}")
    turn(number, view)


play(turn=peek)
