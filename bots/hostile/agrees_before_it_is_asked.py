"""Agrees before it is asked: says that the next game may start when it hears the result of one, and again when asked."""

from honest import play, say


def agree(_number, _view):
    """Agree to a game that nobody has offered."""
    say("ok")


play(result=agree)
