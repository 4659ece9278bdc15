"""Escapes in notes: comments in colours, which the protocol does not have."""

import sys

from honest import play, say, turn


def talk(number, view):
    """Clear the screen, and answer."""
    print("\x1b[2J\x1b[31mred \x9b2J", file=sys.stderr, flush=True)
    say("note \x1b[2J\x1b[31mred")
    turn(number, view)


play(turn=talk)
