"""The menu: the legal plays of a turn, numbered, as a grid of cards and stones for a person to choose from."""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from arbiter.kit.board import style_of

STONES = "123456789"


def ordered(plays: Sequence[str]) -> list[str]:
    """Return plays in words in the order of their numbers, clan cards first, by colour and value."""
    return sorted(plays, key=_place)


def menu(plays: Sequence[str]) -> RenderableType:
    """Return plays that are in order as a grid of their numbers; those that name no stone stand below it."""
    grid = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 1, 0, 0))
    grid.add_column("on stone")
    for stone in STONES:
        grid.add_column(stone, justify="right", min_width=2)
    rows: dict[str, dict[str, int]] = {}
    others = []
    for number, play in enumerate(plays, 1):
        head, _, place = play.rpartition(" ")
        if head and place in STONES:
            rows.setdefault(head, {})[place] = number
        else:
            others.append(f"{number} {play}")
    for head, numbers in rows.items():
        cells = (str(numbers.get(stone, "")) for stone in STONES)
        grid.add_row(Text(head, style=style_of(head.split()[0])), *cells)
    parts: list[RenderableType] = [grid] if rows else []
    if others:
        parts.append(Text(", ".join(others)))
    return Group(*parts)


def _place(play: str) -> tuple[bool, str, str]:
    head, _, place = play.rpartition(" ")
    card = play.split()[0]
    return len(card) > 2, head or card, place
