"""An actor: a house that brings about what seldom happens."""

from collections.abc import Sequence

from arbiter.kit.check.house import House
from arbiter.rules.cards import RECRUITER
from arbiter.rules.plays import PASS
from arbiter.rules.state import State
from arbiter.rules.tactics import RECRUITED

CLAIM_CHANCE = 0.1
_TACTICS, _CLAN, _LAST = range(3)


class Actor(House):
    """A sitter that claims one stone now and then, so that all sides fill up, and plays its tactics cards at once.

    The first seat keeps the recruiter until the decks hold less than it draws, the second as long as it can.
    """

    def stones_to_claim(self, state: State) -> Sequence[int]:
        """Return the first stone that would be granted, or none."""
        return state.grantable()[:1] if self.random.random() < CLAIM_CHANCE else ()

    def reluctance(self, state: State, play: int) -> int:
        """Put tactics cards before clan cards, and a pass behind everything."""
        card = play & 63
        keeps_recruiter = self.seat == 1 or sum(state.deck_sizes()) >= RECRUITED
        if play == PASS or (card == RECRUITER and keeps_recruiter):
            return _LAST
        return _TACTICS if card >= 54 else _CLAN
