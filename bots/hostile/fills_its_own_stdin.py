"""Fills its own stdin: stuffs the pipe that the arbiter writes to, and never reads it."""

import os
import time
from pathlib import Path

from honest import LIFE_S, game, play


def stuff(number, view):
    """Sit down, with a pipe that takes no more byte."""
    pipe = os.open(Path("/proc/self/fd/0"), os.O_WRONLY | os.O_NONBLOCK)
    try:
        while True:
            os.write(pipe, b"\n" * 512)
    except BlockingIOError:
        pass
    game(number, view)
    time.sleep(LIFE_S)


play(game=stuff)
