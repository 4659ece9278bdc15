"""Windows lines: ends its lines with carriage return and newline, and spaces out its words."""

from honest import play, reply, say

play(turn=lambda number, view: say("  " + reply(number, view).replace(" ", "   ") + "  \r"))
