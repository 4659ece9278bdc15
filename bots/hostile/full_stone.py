"""Full stone: plays a fourth card to a stone."""

from honest import first_card, play, say

play(turn=lambda number, view: say(f"play {number} {first_card(view)} 9"))
