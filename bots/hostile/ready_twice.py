"""Ready twice: says that it is ready, and then says it again."""

from honest import play, say

play(hello=lambda _number, _view: say("name Eager", "ready 1", "ready 1"))
