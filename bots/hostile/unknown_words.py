"""Unknown words: says things that nobody knows while it waits, but not too often."""

from honest import play, reply, say


def turn(number, view):
    """Answer, and add a word on the first turns."""
    say(reply(number, view), *["info depth 4"] * (number < 10))


play(turn=turn)
