"""Ignores TERM: plays, and never leaves."""

import signal
import time

from honest import LIFE_S, ignore, play

for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
    signal.signal(number, signal.SIG_IGN)

play(quit=ignore)
time.sleep(LIFE_S)
