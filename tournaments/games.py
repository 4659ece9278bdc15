"""The names of games: ``VARIANT/DEAL/BOT:BOT/LEG``, one word of at most 64 printable ASCII characters.

The two bots stand in the order of their keys; on leg 1 the first of them has the first seat, on leg 2 the second. A
name depends on nothing but these four things, so that a plan may gain or lose bots and its games keep their names.
"""

import re
from hashlib import sha256

LONGEST_TAG = 17

_PLAIN = re.compile(rf"[A-Za-z0-9._+-]{{1,{LONGEST_TAG}}}")
_ODD = re.compile(r"[^A-Za-z0-9._+-]+")


def game_id(variant: str, number: int, pairing: str, leg: int) -> str:
    """Return the name of a game; `pairing` as `pairing_of` has it, `leg` 1 or 2."""
    return f"{variant}/{number}/{pairing}/{leg}"


def pairing_of(first: str, second: str) -> str:
    """Return the name of the pairing of two bots, given by their keys in any order."""
    return ":".join(map(tag, sorted((first, second))))


def tag(key: str) -> str:
    """Return the word that stands for a bot in the names of its games: its key, if that is short and plain.

    Otherwise it is what is plain in the key, and a hash that no plain key can end in.
    """
    if _PLAIN.fullmatch(key):
        return key
    return f"{_ODD.sub('_', key)[: LONGEST_TAG - 7]}~{sha256(key.encode()).hexdigest()[:6]}"
