"""Traced by its daemon: dies, while a daemon traces it, so that only the daemon may bury it."""

import ctypes
import os
import time

from honest import LIFE_S, fork, play

SEIZE, SET_PTRACER, ANYBODY = 0x4206, 0x59616D61, ctypes.c_ulong(-1)


def die(_number, _view):
    """Fork twice, be seized and die."""
    bot, libc = os.getpid(), ctypes.CDLL(None)
    libc.prctl(SET_PTRACER, ANYBODY, 0, 0, 0)
    seized, tell = os.pipe()
    if not fork():
        os.setsid()
        if not fork():
            libc.ptrace(SEIZE, bot, None, None)
            os.write(tell, b"!")
            time.sleep(LIFE_S)
        os._exit(0)
    os.wait()
    os.read(seized, 1)
    os._exit(5)


play(turn=die)
