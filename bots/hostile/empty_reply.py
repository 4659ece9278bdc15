"""Empty reply: answers with a blank line."""

from honest import play, say

play(turn=lambda _number, _view: say(""))
