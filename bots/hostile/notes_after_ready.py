"""Notes after ready: comments in the same breath in which it says that it is ready, and uses an unknown word."""

from honest import play, say

play(hello=lambda _number, _view: say("name Chatty", "ready 1", "note hello", "hello there"))
