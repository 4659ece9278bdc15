"""Child holds stdout: dies, while a child in its session holds its output open."""

import os
import time

from honest import LIFE_S, fork, play


def die(_number, _view):
    """Fork and die."""
    if not fork():
        time.sleep(LIFE_S)
    os._exit(7)


play(turn=die)
