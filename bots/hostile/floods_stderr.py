"""Floods stderr: never stops writing to standard error, and plays."""

import os

from honest import fork, play

if not fork():
    os.close(0)
    os.close(1)
    while True:
        os.write(2, b"\x1b[31mAAAA\xff" * 8192)

play()
