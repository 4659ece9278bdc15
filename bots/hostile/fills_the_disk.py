"""Fills the disk: writes 256 files of a megabyte each into its temporary folder, which no limit on one file stops."""

import tempfile
from pathlib import Path

from honest import play, say, turn

FILES = 256
LIMIT = 64


def fill(number, view):
    """Write, tell if there was no end to it, remove the files and answer."""
    with tempfile.TemporaryDirectory() as folder:
        files = 0
        try:
            for _ in range(FILES if number < 3 else 0):
                Path(folder, str(files)).write_bytes(b"A" * (1 << 20))
                files += 1
        except OSError:
            pass
    if files > LIMIT:
        say(f"note got {files} MiB of disk")
    turn(number, view)


play(turn=fill)
