"""Unknown words without end: never stops saying things that nobody knows."""

from honest import play, reply, say

play(turn=lambda number, view: say(reply(number, view), *["info"] * 100))
