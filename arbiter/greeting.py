"""The greeting of a bot's process, without input or output: lines in, an identity or a fault out."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from arbiter import __version__
from arbiter.referee import UNKNOWN_WORDS
from arbiter.transcript import shown
from protocol import codec
from protocol.codec import Malformed
from protocol.messages import VERSION, Author, Hello, Name, Option, Ready, Set, Unknown, UnknownWord, Version
from protocol.standing import EXPECTED, NEXT, Standing

ARBITER = f"reiver/{__version__}"
MOST_OPTIONS = 100


@dataclass(frozen=True, slots=True)
class Identity:
    """Who a bot says it is."""

    name: str = ""
    author: str = ""
    version: str = ""
    options: tuple[Option, ...] = ()


@dataclass(slots=True)
class Greeting:
    """A conversation from ``hello`` to ``ready``.

    `identity` is set when the bot is ready, `wrong` when it said something that ends the greeting.
    """

    identity: Identity | None = None
    wrong: str = ""
    replies: list[str] = field(default_factory=list)
    _said: dict[str, str] = field(default_factory=dict)
    _options: list[Option] = field(default_factory=list)
    _unknown: int = 0

    @staticmethod
    def opening() -> str:
        """Return the line that starts the greeting."""
        return codec.encode(Hello(VERSION, ARBITER)) + "\n"

    def hear(self, line: bytes) -> None:
        """Take a line of the bot."""
        message = codec.decode_from_bot(line)
        if isinstance(message, Unknown):
            self._hear_unknown(message.word)
        elif isinstance(message, Malformed):
            self.wrong = f"{message.why} (column {message.column}; expected: {message.expected}): {_quoted(line)}"
        elif type(message) not in NEXT[Standing.GREETING]:
            self.wrong = f"out of turn (expected: {EXPECTED[Standing.GREETING]}): {_quoted(line)}"
        elif isinstance(message, Ready):
            self._hear_ready(message.version)
        elif isinstance(message, Option):
            self._options.append(message)
            if len(self._options) > MOST_OPTIONS:
                self.wrong = f"more than {MOST_OPTIONS} options"
        elif isinstance(message, Name | Author | Version):
            self._said[type(message).__name__] = message.text

    def _hear_unknown(self, word: str) -> None:
        self._unknown += 1
        self.replies.append(codec.encode(UnknownWord(shown(word, 64))) + "\n")
        if self._unknown > UNKNOWN_WORDS:
            self.wrong = f"more than {UNKNOWN_WORDS} words that the protocol does not have, such as {shown(word, 40)!r}"

    def _hear_ready(self, version: int) -> None:
        if version != VERSION:
            self.wrong = f"the bot speaks protocol version {version}, the arbiter version {VERSION}"
            return
        said = self._said
        self.identity = Identity(
            said.get("Name", ""), said.get("Author", ""), said.get("Version", ""), tuple(self._options)
        )


def settings(options: Mapping[str, str]) -> str:
    """Return the lines that set a plan's options."""
    return "".join(codec.encode(Set(name, value)) + "\n" for name, value in options.items())


def option_fault(identity: Identity, options: Mapping[str, str]) -> str | None:
    """Return what is wrong with the options that a plan sets, in words for the operator, or None."""
    offered = {option.name: option for option in identity.options}
    for name, value in options.items():
        option = offered.get(name)
        if option is None:
            names = ", ".join(offered) or "none"
            return f"the bot has no option {name!r} (it has: {names})"
        if not _is_allowed(option, value):
            return f"{value!r} is no value for the option {name!r} ({_range_text(option)})"
    return None


def _is_allowed(option: Option, value: str) -> bool:
    if option.kind == "int":
        low, high = option.bounds or (0, 0)
        digits = value.removeprefix("-")
        return digits.isascii() and digits.isdigit() and low <= int(value) <= high
    if option.kind == "bool":
        return value in ("yes", "no")
    if option.kind == "choice":
        return value in option.choices
    return value.isascii() and value.isprintable()


def _range_text(option: Option) -> str:
    if option.bounds:
        return f"an integer from {option.bounds[0]} to {option.bounds[1]}"
    return {"bool": "yes or no", "choice": "one of " + ", ".join(option.choices)}.get(option.kind, "printable ASCII")


def _quoted(line: bytes) -> str:
    return repr(shown(line.decode("latin-1"), 80))
