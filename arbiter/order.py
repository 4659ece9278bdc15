"""What is to be played: one game with its rules, its deal and its time."""

from dataclasses import dataclass, field
from hashlib import sha256

from arbiter.control import TimeControl
from arbiter.rules.cards import NAMES
from arbiter.rules.variants import Rules


@dataclass(frozen=True, slots=True)
class Deal:
    """The decks of a game, top card first, and where they come from.

    `salt` is secret until the game is over: without it a bot could try the orders of the last unseen cards against the
    commitment.
    """

    seed: str
    number: int
    clan: tuple[int, ...]
    tactics: tuple[int, ...]
    salt: str

    @property
    def commitment(self) -> str:
        """SHA-256 in hex of ``SALT|CLAN CARDS|TACTICS CARDS``, the cards by name and joined by commas."""
        decks = "|".join([",".join(map(NAMES.__getitem__, deck)) for deck in (self.clan, self.tactics)])
        return sha256(f"{self.salt}|{decks}".encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Order:
    """One game to be played.

    `seats` says which of a match's two programs (0, 1) sits first and which second; `seeds` are the numbers given to
    the bots for their own random choices, in seat order. With `strict` a refused claim loses the game. With
    `pondering` a bot may compute while the other is to move, if there is a core for each.
    """

    id: str
    rules: Rules
    deal: Deal
    seats: tuple[int, int] = (0, 1)
    seeds: tuple[int, int] = (0, 0)
    time: TimeControl = field(default_factory=TimeControl)
    strict: bool = False
    pondering: bool = False
