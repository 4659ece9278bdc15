"""A million lines: comments on its turn in a million notes."""

from honest import play, say_bytes, turn


def talk(number, view):
    """Bury the answer under notes."""
    for _ in range(1000):
        say_bytes(b"note ha\n" * 1000)
    turn(number, view)


play(turn=talk)
