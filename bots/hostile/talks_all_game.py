"""Talks all game: says less than a turn allows, but more than a game does."""

from honest import play, say_bytes, turn


def talk(number, view):
    """Comment at length."""
    for _ in range(15):
        say_bytes(b"note " + b"ha" * 2040 + b"\n")
    turn(number, view)


play(turn=talk)
