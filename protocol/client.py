"""The client: a Python bot as one function from view to reply.

    from protocol.client import run

    def decide(view):
        return view.legal_plays()[0] + " claim all"

    run(decide, name="First Try")

A card is its name in the protocol (``R5``, ``joker``), a stone its number 1 to 9, time is in milliseconds. Bots start
often, so this module imports nothing that costs time; `random` is loaded by the first bot that asks for it.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable
    from random import Random

CLAN_CARDS = tuple(colour + value for colour in "ROYGBP" for value in "123456789")
ELITES = ("joker", "spy", "shield")
STONES = range(1, 10)
LONGEST_NOTE = 4000


def run(
    decide: Callable[[View], Reply | str],
    give: Callable[[View], Iterable[str]] | None = None,
    *,
    name: str,
    author: str = "",
    version: str = "",
    options: Iterable[Option] = (),
) -> None:
    """Speak the protocol over stdin and stdout until `quit`, the end of the input or a closed output.

    `decide` answers a turn with a `Reply`, or with its words (``R5 3 claim all``, ``pass``). `give` answers a recruiter
    with the ``view.give`` cards that go under their decks, the first named first; `weakest` does it if there is none.
    An exception in either ends the program. What a bot prints goes to standard error, as standard output is the
    protocol's.
    """
    sys.stdout = sys.stderr
    client = Client(decide, give or weakest, name=name, author=author, version=version, options=options)
    for line in sys.stdin.buffer:
        answer = client.answer(line.decode("ascii", "replace"))
        try:
            if answer:
                os.write(1, answer.encode("ascii", "replace"))
        except BrokenPipeError:
            return
        if client.has_quit:
            return


class Reply:
    """An answer to a turn.

    `play` is a play in the protocol's notation, or ``pass``. `claim` is ``all``, or the stones in the order they are
    claimed. `draw` is ``clan``, ``tactics``, or empty for the default. Each of `notes` becomes a line of the record.
    """

    __slots__ = ("claim", "draw", "notes", "play")

    def __init__(
        self, play: str, claim: str | Iterable[int] = "all", draw: str = "", notes: Iterable[str] = ()
    ) -> None:
        self.play = play
        self.claim = claim if isinstance(claim, str) else ",".join(map(str, claim))
        self.draw = draw
        self.notes = tuple(notes)

    def __str__(self) -> str:
        claim = f" claim {self.claim}" if self.claim else ""
        draw = f" draw {self.draw}" if self.draw and self.play != "pass" else ""
        return self.play + claim + draw


class Option:
    """An option that a plan may set; ``view.options`` holds its value. Declare it with one of the four constructors."""

    __slots__ = ("declaration", "default", "name", "parse")

    def __init__(self, name: str, default: int | str, kind: str, parse: Callable[[str], int | str]) -> None:
        self.name = name
        self.default = default
        self.declaration = f"option {name} {kind}".rstrip()
        self.parse = parse

    @classmethod
    def integer(cls, name: str, default: int, low: int, high: int) -> Option:
        """Declare a whole number from `low` to `high`, both included."""
        return cls(name, default, f"int {default} {low} {high}", int)

    @classmethod
    def switch(cls, name: str, default: bool) -> Option:
        """Declare a yes or no; the value is a `bool`."""
        return cls(name, default, f"bool {'yes' if default else 'no'}", "yes".__eq__)

    @classmethod
    def choice(cls, name: str, default: str, *others: str) -> Option:
        """Declare one word out of several."""
        return cls(name, default, " ".join(("choice", default, default, *others)), str)

    @classmethod
    def string(cls, name: str, default: str = "") -> Option:
        """Declare a text, which may be empty or hold spaces."""
        return cls(name, default, f"string {default}", str)


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


def weakest(view: View) -> list[str]:
    """Return the cards that a recruiter gives back unless the bot chooses: low clan cards, then tactics cards."""
    clan = sorted((card for card in view.returnable() if len(card) == 2), key=lambda card: card[1])
    tactics = [card for card in view.returnable() if len(card) > 2]
    spare = max(0, len(clan) - 3)
    return (clan[:spare] + tactics + clan[spare:])[: view.give]


class Client:
    """A bot's side of the conversation without its pipes: a line in, the answer to it out."""

    def __init__(
        self,
        decide: Callable[[View], Reply | str],
        give: Callable[[View], Iterable[str]],
        *,
        name: str,
        author: str = "",
        version: str = "",
        options: Iterable[Option] = (),
    ) -> None:
        self.has_quit = False
        self._decide, self._give = decide, give
        self._option_by_name = {option.name: option for option in options}
        self._options = {option.name: option.default for option in self._option_by_name.values()}
        words = {"name": name, "author": author, "version": version}
        self._greeting = [f"{word} {text}" for word, text in words.items() if text]
        self._greeting += [option.declaration for option in self._option_by_name.values()]
        self._game: Game | None = None
        self._opponent_action: Action | None = None
        self._refusals: list[Refusal] = []

    def answer(self, line: str) -> str:
        """Return the lines that answer `line`, each with its newline; empty if it wants no answer or is not known."""
        words = line.split(maxsplit=1)
        react = getattr(self, f"_on_{words[0]}", None) if words else None
        return "".join(f"{text}\n" for text in react(line) or ()) if react else ""

    def _on_hello(self, _line: str) -> list[str]:
        return [*self._greeting, "ready 1"]

    def _on_set(self, line: str) -> None:
        _, name, *value = line.split(maxsplit=2)
        if name in self._option_by_name:
            self._options[name] = self._option_by_name[name].parse("".join(value).strip())

    def _on_ping(self, line: str) -> list[str]:
        return [f"pong {line.split()[1]}"]

    def _on_game(self, line: str) -> list[str]:
        self._game = Game(_fields(line))
        self._opponent_action, self._refusals = None, []
        return ["ok"]

    def _on_opponent(self, line: str) -> None:
        self._opponent_action = Action(line.split())

    def _on_refused(self, line: str) -> None:
        self._refusals.append(Refusal(line.split()))

    def _on_turn(self, line: str) -> list[str]:
        view = self._view(line)
        self._opponent_action, self._refusals = None, []
        reply = self._decide(view)
        words = str(reply)
        answer = f"pass {view.number}{words[4:]}" if words.startswith("pass") else f"play {view.number} {words}"
        notes = reply.notes if isinstance(reply, Reply) else ()
        return [*(f"note {' '.join(note.split())}"[:LONGEST_NOTE] for note in notes), answer]

    def _on_return(self, line: str) -> list[str]:
        view = self._view(line)
        return [f"return {view.number} {','.join(self._give(view)) or '-'}"]

    def _on_quit(self, _line: str) -> None:
        self.has_quit = True

    def _view(self, line: str) -> View:
        if self._game is None:
            raise ValueError("a turn came before the first game")
        number, actions = int(line.split(maxsplit=2)[1]), (self._opponent_action, tuple(self._refusals))
        return View(number, _fields(line), self._game, self._options, *actions)


def _fields(line: str) -> dict[str, str]:
    return {key: value for key, _, value in (word.partition("=") for word in line.split())}


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
