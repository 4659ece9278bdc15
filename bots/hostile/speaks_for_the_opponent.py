"""Speaks for the opponent: sends the opponent's answer along with its own."""

from honest import play, reply, say

play(turn=lambda number, view: say(reply(number, view), reply(number + 1, view)))
