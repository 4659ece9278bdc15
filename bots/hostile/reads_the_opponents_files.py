"""Reads the opponent's files: finds out how it was started, and reads its program."""

from pathlib import Path

import prey
from honest import play, say, turn


def peek(number, view):
    """Read and answer."""
    for pid in prey.opponents():
        try:
            folder = Path(f"/proc/{pid}/cwd").readlink()
            words = Path(f"/proc/{pid}/cmdline").read_text().split("\0")
        except OSError:
            continue
        for word in words:
            path = folder / word
            if path.suffix == ".py" and path.is_file():
                say(f"note got {len(path.read_bytes())} bytes of the program of {pid}")
    turn(number, view)


play(turn=peek)
