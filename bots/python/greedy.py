"""Greedy: makes the play that adds most to its own formations, and claims whatever it can."""

from __future__ import annotations

from odds import odds_of
from table import MINE, THEIRS, Table

from protocol.client import Reply, View, run

DRAWS_AHEAD = 10


def decide(view: View) -> Reply:
    """Return the play with the highest gain."""
    table = Table(view)
    hidden = max(1, table.hidden.bit_count())
    chance = round(min(DRAWS_AHEAD, view.deck[0] / 2) / hidden, 2)
    play = max(view.legal_plays(), key=lambda play: gain(table, table.after(play), chance))
    return Reply(play, draw=choose_deck(view, play))


def gain(before: Table, after: Table, chance: float) -> float:
    """Return what a play adds to the own sides' worth, and takes from the opponent's, on the stones that it touched."""
    total = 0.0
    for stone in after.touched:
        total += worth(after, MINE, stone, after.hand, chance) - worth(before, MINE, stone, after.hand, chance)
        total -= worth(after, THEIRS, stone, 0, chance) - worth(before, THEIRS, stone, 0, chance)
    return total


def worth(table: Table, owner: int, stone: int, hand: int, chance: float) -> float:
    """Return what a side may be hoped to become, from 0 to 5."""
    return odds_of(table.sides[owner][stone], table.terms[stone], hand, table.hidden, chance).worth


def choose_deck(view: View, play: str) -> str:
    """Return the tactics deck if no tactics card is left to play; nothing where there is no choice."""
    if not view.game.is_tactics or play == "pass" or play.startswith("recruiter"):
        return ""
    left = sum(len(card) > 2 for card in view.hand) - (len(play.split()[0]) > 2)
    return "clan" if left else "tactics"


if __name__ == "__main__":
    run(decide, name="Greedy", author="reiver", version="1")
