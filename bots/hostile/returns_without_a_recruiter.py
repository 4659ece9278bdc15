"""Returns without a recruiter: gives cards back that nobody wants."""

from honest import play, say

play(turn=lambda number, view: say(f"return {number} {view['hand']}"))
