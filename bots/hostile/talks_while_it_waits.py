"""Talks while it waits: sends a million notes while the opponent thinks."""

from honest import play, say_bytes, turn


def talk(number, view):
    """Answer, and go on talking."""
    turn(number, view)
    for _ in range(1000):
        say_bytes(b"note ha\n" * 1000)


play(turn=talk)
