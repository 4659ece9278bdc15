"""Long name: has a name that fits a line, but no table."""

from honest import play, say

play(hello=lambda _number, _view: say("name " + "A" * 65, "ready 1"))
