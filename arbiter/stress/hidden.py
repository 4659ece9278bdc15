"""Hidden cards exchanged for others: whatever changes with them tells what it must not."""

from random import Random

from arbiter.rules.state import State
from arbiter.rules.view import View

JOKER = 54


def with_other_hidden_cards(state: State, seat: int, random: Random) -> State:
    """Return a position that a seat must not tell from this one: the opponent's hand and the decks are shuffled."""
    other = state.copy()
    hand = other.hands[1 - seat]
    for deck in (0, 1):
        top = other.tops[deck]
        held = [place for place, card in enumerate(hand) if (card >= JOKER) == deck]
        hidden = [*(hand[place] for place in held), *other.decks[deck][top:]]
        random.shuffle(hidden)
        for place in held:
            hand[place] = hidden.pop()
        decks = list(other.decks)
        decks[deck] = (*other.decks[deck][:top], *hidden)
        other.decks = decks
    return other


def fields_text(seen: View) -> str:
    """Return a view as the fields of a ``turn``, as protocol/SPEC.md has them."""
    stones = [f"{stone}={_listed(mine)}/{_listed(theirs)}" for stone, (mine, theirs) in enumerate(seen.stones, 1)]
    names = ("mine", "theirs", "first", "blind", "mud", "discard")
    lists = [f"{name}={_listed(getattr(seen, name))}" for name in names]
    counts = [f"deck={_joined(seen.deck, '+')}", f"opponent={_joined(seen.opponent, '+')}"]
    pairs = [f"{name}={_joined(getattr(seen, name), '/')}" for name in ("played", "jokers")]
    return " ".join([f"hand={_listed(seen.hand)}", *stones, *lists, *counts, *pairs])


def _listed(items: tuple[object, ...]) -> str:
    return _joined(items, ",") or "-"


def _joined(items: tuple[object, ...], by: str) -> str:
    return by.join(map(str, items))
