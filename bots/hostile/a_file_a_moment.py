"""A file a moment: makes 12,000 empty files more in its temporary folder on every turn, which no limit on bytes stops."""

import itertools
import os

from honest import play, turn

FILES = 12_000
numbers = itertools.count()


def make(number, view):
    """Make them and answer."""
    for name in itertools.islice(numbers, FILES):
        os.mknod(f"/tmp/{name}")
    turn(number, view)


play(turn=make)
