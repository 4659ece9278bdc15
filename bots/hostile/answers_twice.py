"""Answers twice: sends every answer two times."""

from honest import play, reply, say

play(turn=lambda number, view: say(reply(number, view), reply(number, view)))
