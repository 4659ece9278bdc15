"""Megabyte name: has a name of a million letters."""

from honest import play, say

play(hello=lambda _number, _view: say("name " + "A" * (1 << 20), "ready 1"))
