"""The rules of claims once more, as slowly and plainly as they can be said, to hold the engine against.

Everything here works on names and pairs of colour and value, by enumeration; nothing of the engine is used.
"""

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, product

COLOURS = "ROYGBP"
CLAN = tuple(f"{colour}{value}" for colour in COLOURS for value in range(1, 10))
ORDER = {
    "colour-over-run": ("sum", "run", "colour", "of-a-kind", "colour-run"),
    "run-over-colour": ("sum", "colour", "run", "of-a-kind", "colour-run"),
}

Worth = tuple[int, int]
Card = tuple[str, int]


def can_be(name: str) -> list[Card]:
    """Return every colour and value that a card may stand for."""
    values = {"joker": range(1, 10), "spy": [7], "shield": [1, 2, 3]}
    if name in values:
        return [(colour, value) for colour in COLOURS for value in values[name]]
    return [(name[0], int(name[1]))]


def formation(cards: Sequence[Card]) -> str:
    """Return the formation of a complete side."""
    colours = {colour for colour, _ in cards}
    values = sorted(value for _, value in cards)
    is_run = values == list(range(values[0], values[0] + len(values)))
    if is_run and len(colours) == 1:
        return "colour-run"
    if len(set(values)) == 1:
        return "of-a-kind"
    if len(colours) == 1:
        return "colour"
    return "run" if is_run else "sum"


@lru_cache(maxsize=1 << 18)
def worth(names: tuple[str, ...], modes: tuple[str, ...] = (), ranking: str = "colour-over-run") -> Worth:
    """Return the rank of a complete side's formation and its sum, at the best of all that its cards can be."""
    return max(_worth_of(cards, modes, ranking) for cards in product(*map(can_be, names)))


def _worth_of(cards: Sequence[Card], modes: Collection[str], ranking: str) -> Worth:
    total = sum(value for _, value in cards)
    return (0, total) if "blind" in modes else (ORDER[ranking].index(formation(cards)), total)


def size_of(modes: Collection[str]) -> int:
    """Return how many cards complete a side."""
    return 4 if "mud" in modes else 3


def completions(side: Sequence[str], unseen: Collection[str], size: int) -> Iterator[tuple[str, ...]]:
    """Yield every complete side that an incomplete one can become."""
    for cards in combinations(sorted(unseen), size - len(side)):
        yield (*sorted(side), *cards)


def is_granted(
    claimant: Sequence[str],
    opponent: Sequence[str],
    unseen: Collection[str],
    modes: tuple[str, ...] = (),
    ranking: str = "colour-over-run",
    *,
    is_first: bool = False,
) -> bool:
    """Return whether a claim is granted, by trying everything."""
    size = size_of(modes)
    if len(claimant) < size:
        return False
    mine = worth(tuple(sorted(claimant)), modes, ranking)
    if len(opponent) == size:
        theirs = worth(tuple(sorted(opponent)), modes, ranking)
        return mine > theirs or (mine == theirs and is_first)
    return all(worth(side, modes, ranking) <= mine for side in completions(opponent, unseen, size))
