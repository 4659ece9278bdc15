"""False claims: claims every stone again on every turn, whoever has it."""

from honest import play, reply, say

play(turn=lambda number, view: say(reply(number, view, claim="9,8,7,6,5,4,3,2,1")))
