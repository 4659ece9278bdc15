"""A thousand options: wants to be set up for ever."""

from honest import play, say

play(hello=lambda _number, _view: say(*(f"option o{number} int 0 0 9" for number in range(1000)), "ready 1"))
