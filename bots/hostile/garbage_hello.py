"""Garbage hello: answers with bytes that are no text."""

from honest import play, say_bytes

play(hello=lambda _number, _view: say_bytes(bytes(range(256)) + b"\nready 1\n"))
