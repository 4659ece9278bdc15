"""Writes into the arbiter: fills the pipes that the arbiter has open, those to the opponent among them."""

import os
from pathlib import Path

import prey
from honest import play, say, turn


def forge(number, view):
    """Tell everybody to quit, and answer."""
    for pid in prey.arbiter():
        for path in Path(f"/proc/{pid}/fd").iterdir():
            try:
                if not str(path.readlink()).startswith("pipe:"):
                    continue
                pipe = os.open(path, os.O_WRONLY | os.O_NONBLOCK)
                os.write(pipe, b"quit\n")
                os.close(pipe)
                say(f"note got a pipe of {pid}")
            except OSError:
                continue
    turn(number, view)


play(turn=forge)
