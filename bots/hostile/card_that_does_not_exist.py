"""Card that does not exist: plays the red ten."""

from honest import play, say

play(turn=lambda number, _view: say(f"play {number} R10 1"))
