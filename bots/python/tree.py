"""The tree of a search: lines of play, each tried in other guesses of what is hidden, and what became of them."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

from turn import advance

if TYPE_CHECKING:
    from appraisal import Appraisal
    from policy import Policy

    from arbiter.rules.state import State

DEPTH = 5
"""How many turns a line goes on behind the play at the root before it is valued; odd, so that its seat is to move."""
CURIOSITY = 0.003
"""How much a play that was tried little is preferred."""
CREDIT = 10
"""How many visits what the policy thinks of a play counts for."""
WIDENING = 25
"""After how many visits a node looks at one more play."""


class Node:
    """A position as the players know it: how often a line came through, what it was worth to whoever moved into it."""

    __slots__ = ("children", "total", "visits")

    def __init__(self) -> None:
        self.visits, self.total = 0, 0.0
        self.children: dict[int, Node] = {}

    @property
    def mean(self) -> float:
        """What the position has been worth."""
        return self.total / self.visits if self.visits else 0.0

    def liveliness(self, play: int, handicap: float) -> float:
        """Return how much a play is worth another try, for one that looks worse than the best by a handicap."""
        child = self.children.get(play) or Node()
        expected = 1 - self.total / self.visits + handicap
        known = (child.total + CREDIT * expected) / (child.visits + CREDIT)
        return known + CURIOSITY * sqrt(self.visits) / (1 + child.visits)


class Tree:
    """The lines behind each of the `plays` at the root, played by a policy and appraised where they stop."""

    def __init__(self, plays: list[int], policy: Policy, appraisal: Appraisal) -> None:
        self._policy, self._appraisal = policy, appraisal
        self.roots = {play: Node() for play in plays}

    def explore(self, play: int, state: State) -> None:
        """Follow one line from a play at the root, in a position that may be played on."""
        path = [self.roots[play]]
        advance(state, play)
        for ahead in range(1, DEPTH + 1):
            if state.ending is not None:
                break
            node = path[-1] if len(path) == ahead else None
            play = self._choose(node, state)
            if node is not None and node.visits:
                path.append(node.children.setdefault(play, Node()))
            advance(state, play)
        value = self._appraisal.value(state)
        for ahead, node in enumerate(path):
            node.visits += 1
            node.total += 1 - value if ahead & 1 else value

    def _choose(self, node: Node | None, state: State) -> int:
        """Return the play of the seat to move: the liveliest of a few where many lines came through, else the best."""
        scored = self._policy.plays(state)
        if node is None or node.visits < 2 * WIDENING:
            return max(scored)[1]
        likely = sorted(scored, reverse=True)[: node.visits // WIDENING]
        return max(likely, key=lambda entry: node.liveliness(entry[1], entry[0] - likely[0][0]))[1]
