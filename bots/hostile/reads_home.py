"""Reads home: looks for keys in the operator's home and for a file that a test may have put there."""

import os
from pathlib import Path

from honest import play, say, turn


def peek(number, view):
    """Read and answer."""
    secret = Path(os.environ.get("REIVER_SECRET", "/nowhere"))
    for path in (secret, Path.home() / ".ssh/id_rsa", Path("/etc/shadow")):
        try:
            say(f"note got {len(path.read_bytes())} bytes of {path.name}")
        except OSError:
            continue
    turn(number, view)


play(turn=peek)
