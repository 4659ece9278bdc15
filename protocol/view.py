"""A view: all that a bot may know when it is asked, read from the lines of the protocol.

A card is its name in the protocol (``R5``, ``joker``), a stone its number 1 to 9, time is in milliseconds.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection
    from random import Random

CLAN_CARDS = tuple(colour + value for colour in "ROYGBP" for value in "123456789")
ELITES = ("joker", "spy", "shield")
STONES = range(1, 10)


class Game:
    """The settings of one game, from its `game` line.

    `id`, `seat`, `variant`, `ranking` and `deck` are the words of that line, `lead` and `seed` whole numbers, `strict`
    is a `bool`; `move_ms`, `clock_ms` and `increment_ms` are milliseconds, or None where there is no limit.
    """

    def __init__(self, fields: dict[str, str]) -> None:
        self.id = fields["id"]
        self.seat = fields["seat"]
        self.variant = fields["variant"]
        self.ranking = fields["ranking"]
        self.lead = int(fields["lead"])
        self.strict = fields["strict"] == "yes"
        self.move_ms = _number(fields["move"])
        self.clock_ms = _number(fields["clock"])
        self.increment_ms = _number(fields["increment"])
        self.deck = fields["deck"]
        self.seed = int(fields["seed"])
        self._random: Random | None = None

    @property
    def is_tactics(self) -> bool:
        """Whether the tactics cards are in play."""
        return "tactics" in self.variant

    @property
    def is_expert(self) -> bool:
        """Whether claims are settled before the play."""
        return "expert" in self.variant

    @property
    def random(self) -> Random:
        """The game's own generator: a bot that takes every random choice from it can be replayed."""
        if self._random is None:
            from random import Random

            self._random = Random(self.seed)
        return self._random


class Action:
    """The opponent's turn `number`: its `play` or ``pass``, the stones it `claimed`, the (clan, tactics) it `drew`."""

    __slots__ = ("claimed", "drew", "number", "play")

    def __init__(self, words: list[str]) -> None:
        self.number = int(words[1])
        *words, drew = words if "draw" in words else [*words, "draw", "0+0"]
        *words, claimed = words[:-1] if "claim" in words else [*words[:-1], "claim", "-"]
        self.play = "pass" if words[2] == "pass" else " ".join(words[3:-1])
        self.claimed = _stones(claimed)
        self.drew = _pair(drew, "+")


class Refusal:
    """A claim that was refused: the turn's `number`, the `stone`, the `reason` and the `cards` that would beat it."""

    __slots__ = ("cards", "number", "reason", "stone")

    def __init__(self, words: list[str]) -> None:
        self.number = int(words[1])
        self.stone = int(words[2])
        self.reason = words[3]
        self.cards = _list(words[4]) if len(words) > 4 else ()


class View:
    """All that a bot may know when it is asked: the game, the table, its hand and the time.

    `stones[3]` is the pair (own cards, opponent's cards) at stone 3. `hand`, `discard` and `drew` are tuples of cards;
    `mine`, `theirs`, `first`, `blind` and `mud` are tuples of stones. `deck` and `opponent` count cards as (clan,
    tactics), `played` and `jokers` count those played as (own, opponent's). `left_ms` and `clock_ms` (own, opponent's)
    are None without a limit. `give` is how many cards a recruiter wants back, 0 on a turn. `opponent_action` and
    `refusals` are what came since the last turn.
    """

    def __init__(
        self,
        number: int,
        fields: dict[str, str],
        game: Game,
        options: dict[str, int | str],
        opponent_action: Action | None = None,
        refusals: tuple[Refusal, ...] = (),
    ) -> None:
        self.number = number
        self.game = game
        self.options = options
        self.opponent_action = opponent_action
        self.refusals = refusals
        self.hand = _list(fields["hand"])
        self.stones = {stone: _sides(fields[str(stone)]) for stone in STONES}
        self.mine, self.theirs = _stones(fields["mine"]), _stones(fields["theirs"])
        self.first = _stones(fields["first"])
        self.blind, self.mud = _stones(fields["blind"]), _stones(fields["mud"])
        self.discard = _list(fields["discard"])
        self.deck, self.opponent = _pair(fields["deck"], "+"), _pair(fields["opponent"], "+")
        self.played, self.jokers = _pair(fields["played"], "/"), _pair(fields["jokers"], "/")
        self.left_ms = _number(fields["left"])
        own, _, opponent = fields["clock"].partition("/")
        self.clock_ms = _number(own), _number(opponent)
        self.give = int(fields.get("give", "0"))
        self.drew = _list(fields.get("drew", "-"))

    def open_stones(self) -> list[int]:
        """Return the stones that nobody has claimed."""
        return [stone for stone in STONES if stone not in self.mine and stone not in self.theirs]

    def size(self, stone: int) -> int:
        """Return how many cards a side of `stone` holds when complete, 3 or 4."""
        return 4 if stone in self.mud else 3

    def room(self, stone: int) -> int:
        """Return how many cards are missing on your side of `stone`."""
        return self.size(stone) - len(self.stones[stone][0])

    def complete_stones(self) -> list[int]:
        """Return the unclaimed stones where your side is complete: no other can be granted to you now."""
        return [stone for stone in self.open_stones() if not self.room(stone)]

    def hidden(self) -> list[str]:
        """Return the clan cards that lie neither on the table nor in your hand: in the deck or with the opponent."""
        seen = {*self.hand, *self.discard}
        for own, theirs in self.stones.values():
            seen.update(own, theirs)
        return [card for card in CLAN_CARDS if card not in seen]

    def may_play_tactics(self) -> bool:
        """Whether the limit on tactics cards lets you play one more."""
        return self.played[0] < self.played[1] + self.game.lead

    def legal_plays(self, closed: Collection[int] | None = None) -> list[str]:
        """Return the legal plays, clan cards first, as words for a reply; ``pass`` is in it where it is legal.

        The list is never empty. The stones in `closed` count as claimed; by default none do, but in the expert variants
        the `complete_stones`: a stone that this turn's claim takes is closed to its play, so that every play of the
        list goes with any claim.
        """
        if closed is None:
            closed = self.complete_stones() if self.game.is_expert else ()
        unclaimed = [stone for stone in self.open_stones() if stone not in closed]
        roomy = [stone for stone in unclaimed if self.room(stone)]
        plays = [f"{card} {stone}" for card in self.hand if len(card) == 2 for stone in roomy]
        passes = [] if plays else ["pass"]
        if self.may_play_tactics():
            for card in dict.fromkeys(card for card in self.hand if len(card) > 2):
                plays += self._tactics_plays(card, unclaimed, roomy)
        return plays + passes

    def returnable(self) -> list[str]:
        """Return the cards of the hand that a recruiter may give back: all but a joker that can never be played."""
        return [card for card in self.hand if card != "joker" or not self.jokers[0]]

    def _tactics_plays(self, card: str, unclaimed: list[int], roomy: list[int]) -> list[str]:
        if card == "joker" and self.jokers[0]:
            return []
        if card in ELITES:
            return [f"{card} {stone}" for stone in roomy]
        if card in ("blind", "mud"):
            return [f"{card} {stone}" for stone in unclaimed]
        if card == "recruiter":
            return [f"recruiter {split}" for split in self._splits()]
        troops = [(stone, troop) for stone in unclaimed for troop in self.stones[stone][card != "strategist"]]
        if card == "banshee":
            return [f"banshee {troop}" for _, troop in troops]
        if card == "traitor":
            return [f"traitor {troop} {stone}" for _, troop in troops if len(troop) == 2 for stone in roomy]
        return [f"strategist {troop} {to}" for at, troop in troops for to in (*roomy, "discard") if to != at]

    def _splits(self) -> list[str]:
        clan, tactics = self.deck
        total = min(3, clan + tactics)
        return [f"{total - other}+{other}" for other in range(total + 1) if other <= tactics and total - other <= clan]


def _list(text: str) -> tuple[str, ...]:
    return () if text == "-" else tuple(text.split(","))


def _stones(text: str) -> tuple[int, ...]:
    return () if text == "-" else tuple(map(int, text.split(",")))


def _sides(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    own, _, theirs = text.partition("/")
    return _list(own), _list(theirs)


def _pair(text: str, mark: str) -> tuple[int, int]:
    left, _, right = text.partition(mark)
    return int(left), int(right)


def _number(text: str) -> int | None:
    return None if text == "-" else int(text)
