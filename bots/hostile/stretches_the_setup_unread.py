"""Stretches the set-up unread: has answers sent to a pipe that is full, and reads them in time for the next ones."""

import os
import time

from honest import play, say


def game(_number, _view):
    """Never sit down, but always have something still to read."""
    pipe = os.open("/proc/self/fd/0", os.O_WRONLY | os.O_NONBLOCK)
    os.set_blocking(0, False)
    for _ in range(15):
        while try_to(os.write, pipe, b"\n" * 512):
            pass
        say("wait")
        time.sleep(0.3)
        while try_to(os.read, 0, 1 << 16):
            pass


def try_to(do, *words):
    """Return what can be done at once, or nothing."""
    try:
        return do(*words)
    except BlockingIOError:
        return None


play(game=game)
