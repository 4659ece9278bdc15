"""Answers before the turn: sends its next answer along with this one."""

from honest import play, reply, say

play(turn=lambda number, view: say(reply(number, view), reply(number + 2, view)))
