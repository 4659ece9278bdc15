"""Answers before the game: agrees to a game that nobody has offered."""

from honest import play, say

play(hello=lambda _number, _view: say("name Eager", "ready 1", "ok"))
