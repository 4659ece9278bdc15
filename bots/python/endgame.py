"""An endgame: with both decks empty nothing is hidden any more, and the play that wins by force can be found."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from determinize import Worlds
from policy import Policy
from spots import weights_of
from tuning import SEARCHER
from turn import advance, claim_all

from arbiter.rules.notation import format_play

if TYPE_CHECKING:
    from arbiter.rules.state import State
    from protocol.client import View


def force(view: View, limit: int) -> str:
    """Return a play that does not lose against any defence; nothing if cards are hidden, or too many positions ahead."""
    return Endgame(view, limit).best() if view.deck == (0, 0) else ""


class TooLargeError(Exception):
    """An endgame of more positions than may be looked at."""


class Endgame:
    """A search to the end of the game, over at most `limit` positions."""

    def __init__(self, view: View, limit: int) -> None:
        self._left = limit
        worlds = Worlds(view)
        self._state = worlds.sample(Random(0))
        weights = weights_of(*worlds.table.taken)
        self._policy = Policy(worlds.table, view.opponent[0], 0, weights, SEARCHER)

    def best(self) -> str:
        """Return a play that does not lose; nothing if there is none, or if the search is too large."""
        if self._state.rules.expert and claim_all(self._state):
            return ""
        try:
            value, play = self._solve(self._state, -1, 1)
        except TooLargeError:
            return ""
        return format_play(play, self._state) if value >= 0 else ""

    def _solve(self, state: State, least: int, most: int) -> tuple[int, int]:
        """Return how the game ends for the seat to move, 1 won to -1 lost, and by which play; exact within the bounds."""
        seat, best, choice = state.seat, -2, -1
        for play in self._ordered(state):
            after = state.copy()
            advance(after, play)
            value = _outcome(after, seat) if after.ending else -self._descend(after, -most, -max(least, best))
            if value > best:
                best, choice = value, play
            if best >= most:
                break
        return best, choice

    def _descend(self, state: State, least: int, most: int) -> int:
        self._left -= 1
        if self._left < 0:
            raise TooLargeError
        return self._solve(state, least, most)[0]

    def _ordered(self, state: State) -> list[int]:
        """Return all legal plays, the most promising first."""
        promising = [play for _, play in sorted(self._policy.plays(state), reverse=True)]
        return promising + [play for play in state.legal_plays() if play not in promising]


def _outcome(state: State, seat: int) -> int:
    return 0 if state.winner < 0 else 1 if state.winner == seat else -1
