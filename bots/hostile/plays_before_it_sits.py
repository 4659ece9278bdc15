"""Plays before it sits: answers a turn instead of the game."""

from honest import play, say

play(game=lambda _number, _view: say("play 1 R1 1"))
