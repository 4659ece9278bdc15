"""Daemons spin: burns the processors with thirty daemons out of its session and family, and plays."""

import os

from honest import fork, play

for _ in range(30):
    if not fork():
        os.setsid()
        if fork():
            os._exit(0)
        for fd in (0, 1, 2):
            os.close(fd)
        while True:
            pass
    os.wait()

play()
