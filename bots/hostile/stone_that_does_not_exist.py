"""Stone that does not exist: plays to stone 10."""

from honest import first_card, play, say

play(turn=lambda number, view: say(f"play {number} {first_card(view)} 10"))
