"""Leaves children behind: plays, and leaves a dozen daemons that nothing reminds of it."""

import os
import signal
import time

from honest import LIFE_S, fork, play

for _ in range(12):
    if not fork():
        os.setsid()
        if not fork():
            for fd in (0, 1, 2):
                os.close(fd)
            for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
                signal.signal(number, signal.SIG_IGN)
            time.sleep(LIFE_S)
        os._exit(0)
    os.wait()

play()
