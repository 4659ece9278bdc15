"""The table as one seat sees it, a line for each stone, in the colours of the cards."""

from collections.abc import Iterable

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from arbiter.rules.formations import describe
from arbiter.rules.state import State
from arbiter.rules.view import View, view

_STYLES = {"R": "red", "O": "dark_orange", "Y": "yellow", "G": "green", "B": "blue", "P": "magenta"}
_TACTICS_STYLE = "cyan"
_NOTHING = "-"


def board(state: State, seat: int, whose: tuple[str, str] = ("yours", "theirs")) -> RenderableType:
    """Return the table, the hand and the decks as a seat sees them; `whose` names its side and the other one."""
    seen = view(state, seat)
    rows = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    rows.add_column("stone", justify="right")
    for title in (whose[1], whose[0]):
        rows.add_column(title, min_width=11)
    rows.add_column("")
    for stone in range(9):
        mine, theirs = seen.stones[stone]
        rows.add_row(
            Text(str(stone + 1), style="bold"), cards(theirs), cards(mine), _remark(state, seat, stone, seen, whose)
        )
    return Group(rows, Text(""), hand("hand", seen.hand), Text(_counts(seen, state.rules.tactics)))


def hand(title: str, names: Iterable[str]) -> Text:
    """Return the cards of a hand behind a title."""
    return Text.assemble((f"{title}  ", "bold"), cards(names))


def cards(names: Iterable[str]) -> Text:
    """Return cards by name, each in its colour."""
    text = Text(" ").join(Text(name, style=style_of(name)) for name in names)
    return text or Text(_NOTHING, style="dim")


def style_of(card: str) -> str:
    """Return the style of a card by name."""
    return f"bold {_STYLES[card[0]] if len(card) == 2 else _TACTICS_STYLE}"


def _remark(state: State, seat: int, stone: int, seen: View, whose: tuple[str, str]) -> Text:
    """Return whose a stone is, its combat modes, what complete sides are worth, and who wins a tie."""
    number, words = stone + 1, []
    for owner, stones in zip(whose, (seen.mine, seen.theirs), strict=True):
        if number in stones:
            words.append(f"claimed, {owner}")
    words += [mode for mode, stones in (("blind", seen.blind), ("mud", seen.mud)) if number in stones]
    for owner, side in zip(whose, (seat * 9 + stone, 9 - seat * 9 + stone), strict=True):
        if state.strengths[side]:
            words.append(f"{owner}: {describe(state.strengths[side], state.terms[stone])}")
    if number in seen.first and state.strengths[9 - seat * 9 + stone]:
        words.append(f"{whose[0]} was first")
    return Text("; ".join(words), style="dim")


def _counts(seen: View, has_tactics: bool) -> str:
    clan, other = seen.deck[0], seen.opponent[0]
    if not has_tactics:
        return f"deck {clan}, opponent's hand {other}"
    return (
        f"decks {clan} clan + {seen.deck[1]} tactics, opponent's hand {other} + {seen.opponent[1]}, "
        f"tactics cards played {seen.played[0]} : {seen.played[1]}, discard {' '.join(seen.discard) or _NOTHING}"
    )
