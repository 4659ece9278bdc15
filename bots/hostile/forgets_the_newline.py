"""Forgets the newline: answers, and never ends the line."""

from honest import play, reply, say_bytes

play(turn=lambda number, view: say_bytes(reply(number, view).encode()))
