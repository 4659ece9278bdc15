"""NUL in its name: has a name that ends early in some languages."""

from honest import play, say

play(hello=lambda _number, _view: say("name A\0B", "ready 1"))
