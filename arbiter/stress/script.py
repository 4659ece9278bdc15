"""A script: one dialogue of two bots with the arbiter, in all that it depends on."""

import re
from dataclasses import dataclass
from hashlib import sha256
from random import Random

from arbiter.order import Order

TIMEOUT = "timeout"
NOBODY_FUZZED = -1
_NUMBERED = re.compile(rb"^( *(?:play|pass|return) +)(\d{1,9})(?![^ ])")


@dataclass(frozen=True, slots=True)
class Event:
    """What a seat does: bytes that come in one read, `wall_ns` after it was asked, or an end in words.

    `end` is empty for a read, ``timeout`` for silence until the limit, anything else says how the process ended.
    """

    seat: int
    data: bytes = b""
    wall_ns: int = 0
    end: str = ""


@dataclass(frozen=True, slots=True)
class Script:
    """A dialogue. The seat `fuzzed` may say anything, also in its `greeting` (in reads); the other is honest."""

    order: Order
    fuzzed: int
    greeting: tuple[bytes, ...]
    events: tuple[Event, ...] = ()


def dice(*words: object) -> Random:
    """Return a source of random choices that follows from words alone."""
    text = "|".join(map(str, ("reiver-stress", *words)))
    return Random(int.from_bytes(sha256(text.encode()).digest(), "big"))


def number_of(line: bytes) -> int | None:
    """Return the turn that a line answers, or None if it is no answer."""
    found = _NUMBERED.match(line)
    return int(found[2]) if found else None


def renumbered(line: bytes, by: int) -> bytes:
    """Return a line with the number of its turn changed."""
    return _NUMBERED.sub(lambda found: found[1] + b"%d" % max(int(found[2]) + by, 0), line)
