"""Choices: the legal answers to a turn, grouped by card for people."""

from collections.abc import Iterator, Sequence


def grouped(plays: Sequence[str]) -> Iterator[str]:
    """Yield plays in words, those that differ in the last word together: ``R5 1 2 3``, ``traitor G7 4 5``, ``pass``."""
    places: dict[str, list[str]] = {}
    for play in plays:
        card, _, place = play.rpartition(" ")
        places.setdefault(card or play, []).extend([place] if card else [])
    for card in sorted(places, key=_in_order):
        yield " ".join([card, *places[card]])


def _in_order(words: str) -> tuple[bool, str, str]:
    """Order clan cards by colour and value before all others."""
    card = words.split()[0]
    return len(card) > 2, card, words
