"""Scripts that are shorter or plainer than a given one."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from arbiter.rules.cards import CLAN_CARDS, JOKER, NAMES, SECOND_JOKER, TACTICS_CARDS
from arbiter.stress.deck import deal_of
from arbiter.stress.script import Event, Script, number_of, renumbered
from protocol.framing import Lines


def without_time(script: Script) -> Script:
    """Return a script in which everything is said at once."""
    return replace(script, events=tuple(replace(event, wall_ns=0) for event in script.events))


def a_line_a_read(script: Script) -> Script:
    """Return a script in which each read brings one line."""
    framing = Lines(1 << 30), Lines(1 << 30)
    events: list[Event] = []
    for event in script.events:
        if event.end:
            events.append(event)
        else:
            lines = framing[event.seat].feed(event.data)
            events += [replace(event, data=line + b"\n") for line in lines]
    return replace(script, events=tuple(events))


def with_whole_decks(script: Script) -> Script:
    """Return a script in which no card is missing from the decks."""
    deal, rules = script.order.deal, script.order.rules
    clan = (*deal.clan, *(card for card in CLAN_CARDS if card not in deal.clan))
    tactics = (*deal.tactics, *(card for card in TACTICS_CARDS if rules.tactics and card not in deal.tactics))
    return replace(script, order=replace(script.order, deal=deal_of(clan, tactics)))


def renumbered_after(events: Sequence[Event], start: int, end: int) -> tuple[Event, ...]:
    """Return the events from `end` on, as if those from `start` to it had not happened: with lower turn numbers."""
    gone = {number_of(line) for event in events[start:end] for line in event.data.split(b"\n")} - {None}
    return tuple(replace(event, data=_renumbered(event.data, -len(gone))) for event in events[end:])


def _renumbered(data: bytes, by: int) -> bytes:
    return b"\n".join(renumbered(line, by) for line in data.split(b"\n"))


def redealt(script: Script) -> Script:
    """Return a script with the cards dealt so that, if each turn draws a clan card, every seat holds what it plays."""
    deal = script.order.deal
    clan: dict[int, int] = {}
    tactics: list[int] = []
    counts = [0, 0]
    for seat, card in _played(script.events):
        if card in deal.clan and card not in clan.values():
            clan[2 * counts[seat] + seat] = card
            counts[seat] += 1
        elif card in deal.tactics and card not in tactics:
            tactics.append(card)
    others = iter([card for card in deal.clan if card not in clan.values()])
    deck = [clan[place] if place in clan else next(others, -1) for place in range(len(deal.clan))]
    if sorted(deck) != sorted(deal.clan):
        return script
    tactics += [card for card in deal.tactics if card not in tactics]
    return replace(script, order=replace(script.order, deal=deal_of(deck, tactics)))


def _played(events: Sequence[Event]) -> Iterator[tuple[int, int]]:
    """Yield the seats and the cards that are played from their hands, in order."""
    jokers = [JOKER, SECOND_JOKER]
    for event in events:
        for line in event.data.split(b"\n"):
            words = line.decode("latin-1").split()
            if len(words) > 2 and words[0] == "play" and words[2] in NAMES:
                is_joker = words[2] == "joker" and jokers
                yield event.seat, jokers.pop(0) if is_joker else NAMES.index(words[2])


def simpler_lines(script: Script) -> Iterator[Script]:
    """Yield scripts in which one line is simpler."""
    for place, event in enumerate(script.events):
        for data in _simpler(event.data):
            events = (*script.events[:place], replace(event, data=data), *script.events[place + 1 :])
            yield replace(script, events=events)


def _simpler(data: bytes) -> Iterator[bytes]:
    line, end, rest = data.partition(b"\n")
    if rest:
        return
    words = line.split()
    yield b" ".join(words) + end
    for key in (b"draw", b"claim"):
        if key in words[:-1]:
            place = words.index(key)
            yield b" ".join(words[:place] + words[place + 2 :]) + end
    if b"claim" in words[:-1]:
        place = words.index(b"claim") + 1
        for stone in words[place].split(b",") if b"," in words[place] else ():
            yield b" ".join([*words[:place], stone, *words[place + 1 :]]) + end
    if number_of(line) is None:
        yield from (b" ".join(words[:place] + words[place + 1 :]) + end for place in range(len(words)))
        yield from (line[: len(line) // 2] + end, line[len(line) // 2 :] + end) if len(line) > 1 else ()
