"""A file a moment: makes 6,000 empty files more in its temporary folder on every turn, which no limit on bytes stops."""

import itertools
from pathlib import Path

from honest import play, turn

FILES = 6_000
numbers = itertools.count()


def make(number, view):
    """Make them and answer."""
    for name in itertools.islice(numbers, FILES):
        Path(f"/tmp/{name}").touch()
    turn(number, view)


play(turn=make)
