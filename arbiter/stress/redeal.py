"""Deals a script's cards anew, so that after a cut each seat still holds what it plays when it plays it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from arbiter.rules.cards import CLAN_CARDS, JOKER, NAMES, SECOND_JOKER
from arbiter.stress.deck import deal_of
from arbiter.stress.script import Event, Script

Slot = tuple[int, int]


@dataclass(slots=True)
class Draws:
    """Which seat draws which place of which deck when, if all goes as the lines say. `moment` counts answers."""

    sizes: tuple[int, int]
    tops: list[int]
    slots: tuple[list[tuple[int, Slot]], list[tuple[int, Slot]]]
    moment: int = 0

    @classmethod
    def before(cls, script: Script) -> "Draws":
        """Return the draws of the deal."""
        deal, dealt = script.order.deal, 2 * script.order.rules.hand_size
        slots = tuple([(0, (0, place)) for place in range(seat, dealt, 2)] for seat in (0, 1))
        return cls((len(deal.clan), len(deal.tactics)), [dealt, 0], (slots[0], slots[1]))

    def follow(self, seat: int, words: Sequence[str]) -> None:
        """Draw as an answer says."""
        self.moment += 1
        if words[2] == "recruiter":
            clan, _, tactics = words[3].partition("+")
            self._draw(seat, [0] * int(clan) + [1] * int(tactics))
        else:
            self._draw(seat, [1 if words[-2:] == ["draw", "tactics"] else 0])

    def take(self, seat: int, card: int) -> Slot | None:
        """Use up the first place from which a seat can hold a card by now."""
        deck = 0 if card in CLAN_CARDS else 1
        slots = self.slots[seat]
        found = next((each for each in slots if each[1][0] == deck), None)
        if found:
            slots.remove(found)
        return found[1] if found else None

    def _draw(self, seat: int, decks: Sequence[int]) -> None:
        for deck in decks:
            source = deck if self.tops[deck] < self.sizes[deck] else 1 - deck
            if self.tops[source] < self.sizes[source]:
                self.slots[seat].append((self.moment, (source, self.tops[source])))
                self.tops[source] += 1


def redealt(script: Script) -> Script:
    """Return a script with decks that give each seat what it plays and returns, or the same script if none can."""
    draws, places = Draws.before(script), dict[Slot, int]()
    jokers = [JOKER, SECOND_JOKER]
    for seat, words in _answers(script.events):
        names = words[2].split(",") if words[0] == "return" else words[2:3]
        for name in names:
            card = jokers.pop() if name == "joker" and jokers else NAMES.index(name)
            slot = draws.take(seat, card)
            if slot is None or card in places.values():
                return script
            places[slot] = card
        if words[0] == "play":
            draws.follow(seat, words)
    return _with_cards_at(script, places)


def _answers(events: Sequence[Event]) -> Iterator[tuple[int, list[str]]]:
    """Yield the seats and the words of the plays and returns that name cards."""
    for event in events:
        for line in event.data.split(b"\n"):
            words = line.decode("latin-1").split()
            if len(words) > 2 and words[0] in ("play", "return") and all(name in NAMES for name in words[2].split(",")):
                is_split = words[2] != "recruiter" or (len(words) > 3 and words[3].replace("+", "").isdecimal())
                if is_split:
                    yield event.seat, words


def _with_cards_at(script: Script, places: dict[Slot, int]) -> Script:
    deal = script.order.deal
    decks = []
    for number, deck in enumerate((deal.clan, deal.tactics)):
        fixed = {place: card for (which, place), card in places.items() if which == number}
        others = iter([card for card in deck if card not in fixed.values()])
        decks.append([fixed[place] if place in fixed else next(others, -1) for place in range(len(deck))])
    if sorted(decks[0]) != sorted(deal.clan) or sorted(decks[1]) != sorted(deal.tactics):
        return script
    return replace(script, order=replace(script.order, deal=deal_of(*decks)))
