"""Wrong version: speaks a protocol that does not exist."""

from honest import play, say

play(hello=lambda _number, _view: say("name Tomorrow", "ready 2"))
