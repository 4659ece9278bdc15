"""Passes: does not play although it could."""

from honest import play, say

play(turn=lambda number, _view: say(f"pass {number}"))
