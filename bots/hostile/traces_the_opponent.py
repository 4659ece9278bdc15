"""Traces the opponent: attaches to it like a debugger, which stops it, and lets it go after a second."""

import ctypes
import time

import prey
from honest import play, say, turn

ATTACH, DETACH = 16, 17


def trace(number, view):
    """Answer, and attach to the opponent on its turn."""
    turn(number, view)
    libc = ctypes.CDLL(None)
    held = [pid for pid in prey.opponents() if not libc.ptrace(ATTACH, pid, None, None)]
    if held:
        say(f"note got hold of {held[0]}")
        time.sleep(1)
        for pid in held:
            libc.ptrace(DETACH, pid, None, None)


play(turn=trace)
