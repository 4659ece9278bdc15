"""Writes outside: leaves small files where it has no business, if a test has marked it."""

import os
from pathlib import Path

import prey
from honest import play, turn

NAME = "reiver-written-outside"


def write(number, view):
    """Write and answer."""
    mark = os.environ.get(prey.MARK)
    for folder in (Path.home(), Path.cwd().parent, Path("/var/tmp"), Path("/dev/shm")) if mark and number < 3 else ():
        try:
            (folder / f"{NAME}-{mark}").write_text("here")
        except OSError:
            continue
    turn(number, view)


play(turn=write)
