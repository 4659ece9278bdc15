"""Fork bomb: each of its processes makes more of them, up to 200 in all, and none of them ever ends by itself."""

import mmap
import os
import time

from honest import LIFE_S, fork, play

MOST = 200


def bomb(_number, _view):
    """Explode; the shared page holds a byte for each process, so that there are never more than `MOST`."""
    page = mmap.mmap(-1, MOST)
    place = 1
    while place < MOST:
        # Process p makes processes 2p and 2p + 1.
        for child in (2 * place, 2 * place + 1):
            if child < MOST and not page[child]:
                page[child] = 1
                if not fork():
                    place = child
                    break
        else:
            break
    os.close(0)
    time.sleep(LIFE_S)


play(turn=bomb)
