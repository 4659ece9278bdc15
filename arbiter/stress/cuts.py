"""Scripts that are shorter or plainer than a given one."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from arbiter.rules.cards import CLAN_CARDS, TACTICS_CARDS
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
