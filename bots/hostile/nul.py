"""NUL: puts a zero byte into its answer."""

from honest import play, reply, say

play(turn=lambda number, view: say(reply(number, view) + "\0"))
