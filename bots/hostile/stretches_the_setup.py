"""Stretches the set-up: says words that are to be answered, as if that gave it more time."""

import time

from honest import play, say


def game(_number, _view):
    """Never sit down, but always be about to."""
    for _ in range(15):
        say("wait")
        time.sleep(0.3)


play(game=game)
