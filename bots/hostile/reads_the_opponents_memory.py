"""Reads the opponent's memory: looks into its heap for its hand."""

from pathlib import Path

import prey
from honest import play, say, turn


def peek(number, view):
    """Read a page and answer."""
    for pid in prey.opponents() + prey.arbiter():
        try:
            heap = next(line for line in Path(f"/proc/{pid}/maps").read_text().splitlines() if line.endswith("[heap]"))
            with Path(f"/proc/{pid}/mem").open("rb") as memory:
                memory.seek(int(heap.split("-")[0], 16))
                memory.read(4096)
        except (OSError, StopIteration):
            continue
        say(f"note got the memory of {pid}")
    turn(number, view)


play(turn=peek)
