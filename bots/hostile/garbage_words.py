"""Garbage words: answers a turn with words that nobody knows."""

from honest import play, say

play(turn=lambda _number, _view: say("lorem ipsum dolor"))
