"""The tree of a search: lines of play, each tried in other guesses of what is hidden, and what became of them."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

from habit import usual_play
from instinct import Instinct, advance

if TYPE_CHECKING:
    from arbiter.rules.state import State

DEPTH = 6
"""How many turns a line goes on behind the play at the root before it is valued."""
CURIOSITY = 0.25
"""How much a play that was tried little is preferred."""
WIDENING = 25
"""After how many visits a node looks at one more play."""


class Node:
    """A position as the players know it: how often a line came through, what it was worth to whoever moved into it."""

    __slots__ = ("children", "total", "visits")

    def __init__(self) -> None:
        self.visits, self.total = 0, 0.0
        self.children: dict[int, Node] = {}


class Tree:
    """The lines behind each of the `plays` at the root; `seat` is the one that searches."""

    def __init__(self, instinct: Instinct, seat: int, plays: list[int]) -> None:
        self._instinct, self._seat = instinct, seat
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
        value = self._instinct.value(state, self._seat)
        for ahead, node in enumerate(path):
            node.visits += 1
            node.total += 1 - value if ahead & 1 else value

    def mean(self, play: int) -> float:
        """Return what a play at the root has been worth."""
        node = self.roots[play]
        return node.total / node.visits if node.visits else 0.0

    def _choose(self, node: Node | None, state: State) -> int:
        """Return the play of the seat to move: the liveliest of a few where many lines came through, else by habit."""
        if node is None or node.visits < WIDENING:
            return usual_play(state)
        scored = sorted(self._instinct.plays(state), reverse=True)[: node.visits // WIDENING]
        bonus, children, mean = CURIOSITY * sqrt(node.visits), node.children, 1 - node.total / node.visits

        def liveliness(entry: tuple[float, int]) -> float:
            child = children.get(entry[1])
            if child is None or not child.visits:
                return mean + entry[0] + bonus
            return child.total / child.visits + entry[0] / child.visits + bonus / (1 + child.visits)

        return max(scored, key=liveliness)[1]
