"""The messages of protocol version 1, one type each; their words and places are those of SPEC.md."""

from collections.abc import Mapping
from typing import NamedTuple

VERSION = 1


class Hello(NamedTuple):
    """Arbiter: the first line."""

    version: int
    arbiter: str


class Set(NamedTuple):
    """Arbiter: a plan sets an option."""

    name: str
    value: str


class Ping(NamedTuple):
    """Arbiter: answer with the same token."""

    token: str


class Game(NamedTuple):
    """Arbiter: a game starts; the fields in SPEC.md's order."""

    fields: Mapping[str, str]


class Opponent(NamedTuple):
    """Arbiter: what the opponent did, ``play …`` or ``pass``; the stones it was granted; clan, tactics cards drawn."""

    number: int
    play: str
    claims: tuple[int, ...] = ()
    drawn: tuple[int, int] = (0, 0)


class Refused(NamedTuple):
    """Arbiter: a claim was refused."""

    number: int
    stone: int
    reason: str
    cards: tuple[str, ...] = ()


class Turn(NamedTuple):
    """Arbiter: it is the bot's turn."""

    number: int
    fields: Mapping[str, str]


class GiveBack(NamedTuple):
    """Arbiter: a recruiter's cards are to be returned; written ``return``."""

    number: int
    fields: Mapping[str, str]


class UnknownWord(NamedTuple):
    """Arbiter: the bot sent a word that this version does not have; written ``unknown``."""

    word: str


class Result(NamedTuple):
    """Arbiter: the game is over. Pairs are the bot's and the opponent's."""

    outcome: str
    by: str
    blame: str
    stones: tuple[int, int]
    points: tuple[int, int]
    why: str


class Quit(NamedTuple):
    """Arbiter: leave."""


class Name(NamedTuple):
    """Bot: its name."""

    text: str


class Author(NamedTuple):
    """Bot: who wrote it."""

    text: str


class Version(NamedTuple):
    """Bot: the program's own version."""

    text: str


class Option(NamedTuple):
    """Bot: an option that a plan may set. `bounds` belong to ``int``, `choices` to ``choice``."""

    name: str
    kind: str
    default: str
    bounds: tuple[int, int] | None = None
    choices: tuple[str, ...] = ()


class Ready(NamedTuple):
    """Bot: the greeting is over."""

    version: int


class Ok(NamedTuple):
    """Bot: the game may start."""


class Pong(NamedTuple):
    """Bot: the answer to a ping."""

    token: str


class Note(NamedTuple):
    """Bot: a comment for the record."""

    text: str


class Play(NamedTuple):
    """Bot: its turn. `claims` are stones 1 to 9 in order, None for ``all``; `deck` is ``clan``, ``tactics`` or empty."""

    number: int
    words: tuple[str, ...]
    claims: tuple[int, ...] | None = ()
    deck: str = ""


class Pass(NamedTuple):
    """Bot: its turn without a play."""

    number: int
    claims: tuple[int, ...] | None = ()


class Return(NamedTuple):
    """Bot: the cards that go under their decks, in order."""

    number: int
    cards: tuple[str, ...]


class Unknown(NamedTuple):
    """A line that starts with a word which is no message."""

    word: str


FromArbiter = Hello | Set | Ping | Game | Opponent | Refused | Turn | GiveBack | UnknownWord | Result | Quit
FromBot = Name | Author | Version | Option | Ready | Ok | Pong | Note | Play | Pass | Return
