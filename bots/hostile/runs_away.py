"""Runs away: forks, starts a session of its own and ends, again and again, so that no process id is good for long."""

import os
import time

from honest import LIFE_S, fork, play

GENERATIONS = 2000


def run(_number, _view):
    """Leave the answer to a descendant that never has the time for it."""
    for _ in range(GENERATIONS):
        if fork():
            os._exit(0)
        os.setsid()
    time.sleep(LIFE_S)


play(turn=run)
