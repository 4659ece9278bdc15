"""A matching: who can be paired with whom, so that as many as can be are.

The largest matching of any graph, by Edmonds' blossoms (J. Edmonds, Paths, trees, and flowers, 1965). It is written out
here because the pairings of a tournament must come out the same for ever: those of past rounds are not stored.
"""

from collections import deque
from collections.abc import Sequence

NOBODY = -1


def largest_matching(neighbours: Sequence[Sequence[int]]) -> list[int]:
    """Return the partner of each vertex in a largest matching, or `NOBODY`; `neighbours` are those of each vertex."""
    partner = [NOBODY] * len(neighbours)
    for root in range(len(neighbours)):
        if partner[root] == NOBODY:
            _augment(_Search(neighbours, partner, root), partner)
    return partner


def can_all_be_matched(vertices: Sequence[int], is_allowed: Sequence[Sequence[bool]]) -> bool:
    """Tell whether `vertices` can all be matched among themselves, two together where `is_allowed`."""
    neighbours = [
        [place for place, other in enumerate(vertices) if other != one and is_allowed[one][other]] for one in vertices
    ]
    return NOBODY not in largest_matching(neighbours)


class _Search:
    """The search for an augmenting path from an unmatched vertex, breadth first; `end` is its other end or `NOBODY`."""

    def __init__(self, neighbours: Sequence[Sequence[int]], partner: Sequence[int], root: int) -> None:
        self.parent = [NOBODY] * len(neighbours)
        self._neighbours, self._partner = neighbours, partner
        self._base = list(range(len(neighbours)))
        self._is_outer = [False] * len(neighbours)
        self._is_outer[root] = True
        self._root, self._waiting = root, deque([root])
        self.end = self._find()

    def _find(self) -> int:
        while self._waiting:
            one = self._waiting.popleft()
            for other in self._neighbours[one]:
                if self._base[one] == self._base[other] or self._partner[one] == other:
                    continue
                if self._is_inside(other):
                    self._shrink(one, other)
                elif self.parent[other] == NOBODY:
                    self.parent[other] = one
                    if self._partner[other] == NOBODY:
                        return other
                    self._reach(self._partner[other])
        return NOBODY

    def _is_inside(self, vertex: int) -> bool:
        """Tell whether a vertex is an outer one of the tree, so that an edge to it closes a blossom."""
        partner = self._partner[vertex]
        return vertex == self._root or (partner != NOBODY and self.parent[partner] != NOBODY)

    def _reach(self, vertex: int) -> None:
        self._is_outer[vertex] = True
        self._waiting.append(vertex)

    def _shrink(self, one: int, other: int) -> None:
        base = self._common_base(one, other)
        blossom = [False] * len(self._base)
        self._mark(one, base, other, blossom)
        self._mark(other, base, one, blossom)
        for vertex in range(len(self._base)):
            if blossom[self._base[vertex]]:
                self._base[vertex] = base
                if not self._is_outer[vertex]:
                    self._reach(vertex)

    def _common_base(self, one: int, other: int) -> int:
        seen = set()
        while True:
            one = self._base[one]
            seen.add(one)
            if self._partner[one] == NOBODY:
                break
            one = self.parent[self._partner[one]]
        other = self._base[other]
        while other not in seen:
            other = self._base[self.parent[self._partner[other]]]
        return other

    def _mark(self, vertex: int, base: int, child: int, blossom: list[bool]) -> None:
        while self._base[vertex] != base:
            partner = self._partner[vertex]
            blossom[self._base[vertex]] = blossom[self._base[partner]] = True
            self.parent[vertex] = child
            child, vertex = partner, self.parent[partner]


def _augment(search: _Search, partner: list[int]) -> None:
    vertex = search.end
    while vertex != NOBODY:
        before = search.parent[vertex]
        after = partner[before]
        partner[vertex], partner[before] = before, vertex
        vertex = after
