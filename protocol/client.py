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

from protocol.view import CLAN_CARDS, ELITES, STONES, Action, Game, Refusal, View

__all__ = [
    "CLAN_CARDS",
    "ELITES",
    "STONES",
    "Action",
    "Client",
    "Game",
    "Option",
    "Refusal",
    "Reply",
    "View",
    "run",
    "weakest",
]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

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
