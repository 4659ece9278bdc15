"""Fills a file: writes 64 megabytes into one file of its temporary folder."""

import tempfile

from honest import play, turn


def fill(number, view):
    """Write, and answer if there is no end to the disk."""
    with tempfile.TemporaryFile() as file:
        for _ in range(64):
            file.write(b"A" * (1 << 20))
            file.flush()
    turn(number, view)


play(turn=fill)
