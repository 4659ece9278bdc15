"""Daemon keeps the pipe: dies, while a daemon out of its session and family holds its output open."""

import os
import time

from honest import LIFE_S, fork, play


def die(_number, _view):
    """Fork twice and die."""
    if not fork():
        os.setsid()
        if not fork():
            time.sleep(LIFE_S)
        os._exit(0)
    os.wait()
    os._exit(0)


play(turn=die)
