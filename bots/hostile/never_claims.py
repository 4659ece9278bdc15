"""Never claims: plays as long as there is room, and leaves the stones to whoever wants them."""

from honest import play, reply, say

play(turn=lambda number, view: say(reply(number, view).removesuffix(" claim all")))
