"""Opens every descriptor: opens files until it may not, and plays on."""

import os

from honest import play

MOST = 20_000

try:
    for _ in range(MOST):
        os.dup(0)
except OSError:
    pass

play()
