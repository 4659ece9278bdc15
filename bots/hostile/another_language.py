"""Another language: answers like a bot of another protocol, and goes on about it."""

from honest import play, say

play(hello=lambda _number, _view: say(*(f"id name Chess {number}" for number in range(100)), "uciok"))
