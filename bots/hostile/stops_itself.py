"""Stops itself: a process that stands still, and cannot even be asked to end."""

import os
import signal
import time

from honest import LIFE_S, fork, play


def turn(_number, _view):
    """Stand still; a child sees to it that this does not last for ever."""
    parent = os.getpid()
    if not fork():
        for fd in (0, 1, 2):
            os.close(fd)
        time.sleep(LIFE_S - 10)
        if os.getppid() == parent:
            os.kill(parent, signal.SIGKILL)
        os._exit(0)
    os.kill(parent, signal.SIGSTOP)


play(turn=turn)
