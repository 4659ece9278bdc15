"""Messages to lines and lines to messages. Lines have no end here; see `protocol.framing`."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from protocol.messages import (
    Author,
    FromArbiter,
    FromBot,
    Game,
    GiveBack,
    Hello,
    Name,
    Note,
    Ok,
    Opponent,
    Option,
    Pass,
    Ping,
    Play,
    Pong,
    Quit,
    Ready,
    Refused,
    Result,
    Return,
    Set,
    Turn,
    Unknown,
    UnknownWord,
    Version,
)

LONGEST_TEXT: Final = 64
STONES: Final = frozenset("123456789")
CLAN: Final = frozenset(colour + value for colour in "ROYGBP" for value in "123456789")
TROOPS: Final = CLAN | {"joker", "spy", "shield"}
CARDS: Final = TROOPS | {"blind", "mud", "recruiter", "strategist", "banshee", "traitor"}
SPLITS: Final = frozenset(f"{clan}+{tactics}" for clan in range(4) for tactics in range(4))

_Words = tuple[frozenset[str], str]
_STONE: Final[_Words] = (STONES, "a stone (1 to 9)")
_TROOP: Final[_Words] = (TROOPS, "a clan card, joker, spy or shield")
_CLAN: Final[_Words] = (CLAN, "a clan card")
MOVES: Final[dict[str, tuple[_Words, ...]]] = {
    **dict.fromkeys(TROOPS | {"blind", "mud"}, (_STONE,)),
    "recruiter": ((SPLITS, "clan+tactics cards to draw, such as 2+1"),),
    "strategist": (_TROOP, (STONES | {"discard"}, "a stone (1 to 9) or discard")),
    "banshee": (_TROOP,),
    "traitor": (_CLAN, _STONE),
}


class Malformed(NamedTuple):
    """A line that is no message: what is wrong, in which column (from 1), and what was expected there."""

    why: str
    column: int
    expected: str


class _StrayError(Exception):
    """The word at `place` is not what was expected."""

    def __init__(self, place: int, expected: str, why: str = "") -> None:
        super().__init__(expected)
        self.place, self.expected, self.why = place, expected, why


def decode_from_bot(line: bytes) -> FromBot | Unknown | Malformed:
    """Return the message of a bot's line that is not blank."""
    text = _printable(line)
    if isinstance(text, Malformed):
        return text
    head = text.split(None, 2)
    try:
        if head[0] == "play":
            return _play(head)
        reader = _FROM_BOT.get(head[0])
        return reader(text.split(), text) if reader else Unknown(head[0])
    except _StrayError as stray:
        return _malformed(stray, text)


def decode_from_arbiter(line: bytes) -> FromArbiter | Unknown | Malformed:
    """Return the message of an arbiter's line that is not blank."""
    text = _printable(line)
    if isinstance(text, Malformed):
        return text
    words = text.split()
    reader = _FROM_ARBITER.get(words[0])
    if reader is None:
        return Unknown(words[0])
    try:
        return reader(words, text)
    except _StrayError as stray:
        return _malformed(stray, text)


def encode(message: FromArbiter | FromBot) -> str:
    """Return the line of a message. The message must be one that SPEC.md allows; it is not checked."""
    return _ENCODERS[type(message)](message)


def fields_text(fields: Mapping[str, object]) -> str:
    """Return fields as they stand in a line."""
    return " ".join([f"{key}={value}" for key, value in fields.items()])


def list_text(items: Iterable[object]) -> str:
    """Return a list as it stands in a line, ``-`` if it is empty."""
    return ",".join([str(item) for item in items]) or "-"


def opponent_text(number: int, play: str, claims: Sequence[int], drawn: tuple[int, int]) -> str:
    """Return the line of an `Opponent`."""
    claimed = f" claim {list_text(claims)}" if claims else ""
    if drawn == (0, 0):
        return f"opponent {number} {play}{claimed}"
    return f"opponent {number} {play}{claimed} draw {drawn[0]}+{drawn[1]}"


def _printable(line: bytes) -> str | Malformed:
    try:
        text = line.decode("ascii")
    except UnicodeDecodeError as error:
        return Malformed(f"the byte 0x{line[error.start]:02x} is not ASCII", error.start + 1, "printable ASCII")
    if text.isprintable():
        return text
    place = next(place for place, char in enumerate(text) if not char.isprintable())
    name = "NUL" if text[place] == "\0" else f"control character 0x{line[place]:02x}"
    return Malformed(f"a {name} stands in the line", place + 1, "printable ASCII")


def _malformed(stray: _StrayError, text: str) -> Malformed:
    words = text.split()
    column = 0
    for word in words[: stray.place]:
        column = text.index(word, column) + len(word)
    if stray.place < len(words):
        column = text.index(words[stray.place], column)
        return Malformed(stray.why or f"{words[stray.place]!r} is not expected there", column + 1, stray.expected)
    return Malformed(stray.why or "the line ends too early", len(text.rstrip()) + 1, stray.expected)


def _at(words: Sequence[str], place: int, allowed: frozenset[str], expected: str) -> str:
    if place < len(words) and words[place] in allowed:
        return words[place]
    raise _StrayError(place, expected)


def _number(words: Sequence[str], place: int) -> int:
    if place < len(words):
        word = words[place]
        if word.isdigit() and len(word) <= 9:
            return int(word)
    raise _StrayError(place, "a number")


def _word(words: Sequence[str], place: int) -> str:
    if place < len(words) and len(words[place]) <= LONGEST_TEXT:
        return words[place]
    raise _StrayError(place, f"a word of at most {LONGEST_TEXT} characters")


def _end(words: Sequence[str], place: int) -> None:
    if place < len(words):
        raise _StrayError(place, "the end of the line")


def _text(words: Sequence[str], text: str) -> str:
    """Return all behind the first word, at most `LONGEST_TEXT` characters of it."""
    rest = text.strip()[len(words[0]) :].strip()
    if not rest or len(rest) > LONGEST_TEXT:
        raise _StrayError(1, f"a text of 1 to {LONGEST_TEXT} characters", "" if not rest else "the text is too long")
    return rest


def _claims(word: str, place: int) -> tuple[int, ...] | None:
    if word == "all":
        return None
    stones = word.split(",")
    if not STONES.issuperset(stones) or len(stones) > 9:
        raise _StrayError(place, "all, or stones such as 3,5")
    return tuple([int(stone) for stone in stones])


def _play(head: Sequence[str]) -> Play:
    number = _number(head, 1)
    text = head[2] if len(head) > 2 else ""
    # A line may be blown up with spaces; such a one is not kept.
    words, claims, deck = _turn(text) if len(text) <= LONGEST_TEXT else _turn.__wrapped__(text)
    return Play(number, words, claims, deck)


@lru_cache(maxsize=1 << 13)
def _turn(text: str) -> tuple[tuple[str, ...], tuple[int, ...] | None, str]:
    """Return the move, claims and deck that the words behind a play's number say; bots say the same ones often."""
    words = text.split()
    shape = MOVES.get(words[0]) if words else None
    if shape is None:
        raise _StrayError(2, "a card to play, such as R5")
    for place, (allowed, expected) in enumerate(shape, 1):
        if place >= len(words) or words[place] not in allowed:
            raise _StrayError(place + 2, expected)
    place = len(shape) + 1
    move, rest = tuple(words[:place]), words[place:]
    claims: tuple[int, ...] | None = ()
    if rest[:1] == ["claim"]:
        claims, rest = _claims("".join(rest[1:2]), place + 3), rest[2:]
    deck = ""
    if rest[:1] == ["draw"]:
        if rest[1:2] not in (["clan"], ["tactics"]):
            raise _StrayError(len(words) - len(rest) + 3, "clan or tactics")
        deck, rest = rest[1], rest[2:]
    if rest:
        expected = "claim, draw or the end of the line" if claims == () else "draw or the end of the line"
        raise _StrayError(len(words) - len(rest) + 2, expected)
    return move, claims, deck


def _pass(words: Sequence[str], text: str) -> Pass:
    number = _number(words, 1)
    if len(words) == 2:
        return Pass(number)
    _at(words, 2, frozenset({"claim"}), "claim or the end of the line")
    claims = _claims("".join(words[3:4]), 3)
    _end(words, 4)
    return Pass(number, claims)


def _cards(words: Sequence[str], place: int) -> tuple[str, ...]:
    cards = _word(words, place).split(",")
    if cards == ["-"]:
        return ()
    if not CARDS.issuperset(cards):
        raise _StrayError(place, "cards such as P1,spy, or - for none")
    return tuple(cards)


def _return(words: Sequence[str], text: str) -> Return:
    number = _number(words, 1)
    cards = _cards(words, 2)
    _end(words, 3)
    return Return(number, cards)


def _option(words: Sequence[str], text: str) -> Option:
    name = _word(words, 1)
    kind = _at(words, 2, frozenset({"int", "bool", "choice", "string"}), "int, bool, choice or string")
    if kind == "string":
        return Option(name, kind, text.split(None, 3)[3].rstrip() if len(words) > 3 else "")
    if kind == "bool":
        default = _at(words, 3, frozenset({"yes", "no"}), "yes or no")
        _end(words, 4)
        return Option(name, kind, default)
    if kind == "choice":
        choices = tuple(words[4:])
        return Option(name, kind, _at(words, 3, frozenset(choices), "one of the choices that follow"), None, choices)
    value, low, high = (_integer(words, place) for place in (3, 4, 5))
    _end(words, 6)
    if not low <= value <= high:
        raise _StrayError(3, "a default within its bounds")
    return Option(name, kind, str(value), (low, high))


def _integer(words: Sequence[str], place: int) -> int:
    if place < len(words):
        digits = words[place].removeprefix("-")
        if digits.isdigit() and len(digits) <= 18:
            return int(words[place])
    raise _StrayError(place, "an integer")


def _ready(words: Sequence[str], text: str) -> Ready:
    version = _number(words, 1)
    _end(words, 2)
    return Ready(version)


def _ok(words: Sequence[str], text: str) -> Ok:
    _end(words, 1)
    return Ok()


def _pong(words: Sequence[str], text: str) -> Pong:
    token = _word(words, 1)
    _end(words, 2)
    return Pong(token)


_FROM_BOT: Final[dict[str, Callable[[Sequence[str], str], FromBot]]] = {
    "pass": _pass,
    "return": _return,
    "note": lambda words, text: Note(text.strip()[4:].strip()),
    "ok": _ok,
    "name": lambda words, text: Name(_text(words, text)),
    "author": lambda words, text: Author(_text(words, text)),
    "version": lambda words, text: Version(_text(words, text)),
    "option": _option,
    "ready": _ready,
    "pong": _pong,
}


def _fields(words: Sequence[str], place: int) -> dict[str, str]:
    fields = {}
    for at in range(place, len(words)):
        key, equals, value = words[at].partition("=")
        if not (key and equals and value):
            raise _StrayError(at, "a field such as key=value")
        fields[key] = value
    if not fields:
        raise _StrayError(place, "a field such as key=value")
    return fields


def _pair(text: str, separator: str) -> tuple[int, int]:
    first, _, second = text.partition(separator)
    return int(first), int(second)


def _opponent(words: Sequence[str], text: str) -> Opponent:
    number = _number(words, 1)
    rest = words[2:]
    drawn = (0, 0)
    claims: tuple[int, ...] = ()
    if len(rest) > 2 and rest[-2] == "draw":
        drawn = _pair(rest[-1], "+")
        rest = rest[:-2]
    if len(rest) > 2 and rest[-2] == "claim":
        claims = tuple(int(stone) for stone in rest[-1].split(","))
        rest = rest[:-2]
    return Opponent(number, " ".join(rest), claims, drawn)


def _refused(words: Sequence[str], text: str) -> Refused:
    stone = int(_at(words, 2, *_STONE))
    return Refused(_number(words, 1), stone, _word(words, 3), tuple(words[4].split(",")) if len(words) > 4 else ())


def _result(words: Sequence[str], text: str) -> Result:
    outcome = _at(words, 1, frozenset({"win", "loss", "draw", "void"}), "win, loss, draw or void")
    head, _, why = text.partition(" why=")
    fields = _fields(head.split(), 2)
    return Result(
        outcome, fields["by"], fields["blame"], _pair(fields["stones"], "/"), _pair(fields["points"], "/"), why
    )


def _set(words: Sequence[str], text: str) -> Set:
    return Set(_word(words, 1), text.split(None, 2)[2].rstrip() if len(words) > 2 else "")


_FROM_ARBITER: Final[dict[str, Callable[[Sequence[str], str], FromArbiter]]] = {
    "hello": lambda words, text: Hello(_number(words, 1), _word(words, 2)),
    "set": _set,
    "ping": lambda words, text: Ping(_word(words, 1)),
    "game": lambda words, text: Game(_fields(words, 1)),
    "opponent": _opponent,
    "refused": _refused,
    "turn": lambda words, text: Turn(_number(words, 1), _fields(words, 2)),
    "return": lambda words, text: GiveBack(_number(words, 1), _fields(words, 2)),
    "unknown": lambda words, text: UnknownWord(_word(words, 1)),
    "result": _result,
    "quit": lambda words, text: Quit(),
}


def _claims_text(claims: tuple[int, ...] | None) -> str:
    if claims is None:
        return " claim all"
    return f" claim {list_text(claims)}" if claims else ""


def _encode_option(option: Option) -> str:
    extra = (*(option.bounds or ()), *option.choices)
    return " ".join([f"option {option.name} {option.kind} {option.default}".rstrip(), *map(str, extra)])


def _encode_result(message: Result) -> str:
    (stones, their_stones), (points, their_points) = message.stones, message.points
    return (
        f"result {message.outcome} by={message.by} blame={message.blame} stones={stones}/{their_stones} "
        f"points={points}/{their_points} why={message.why}"
    )


_ENCODERS: Final[dict[type, Callable[..., str]]] = {
    Hello: lambda m: f"hello {m.version} {m.arbiter}",
    Set: lambda m: f"set {m.name} {m.value}".rstrip(),
    Ping: lambda m: f"ping {m.token}",
    Game: lambda m: f"game {fields_text(m.fields)}",
    Opponent: lambda m: opponent_text(*m),
    Refused: lambda m: f"refused {m.number} {m.stone} {m.reason}" + (f" {','.join(m.cards)}" if m.cards else ""),
    Turn: lambda m: f"turn {m.number} {fields_text(m.fields)}",
    GiveBack: lambda m: f"return {m.number} {fields_text(m.fields)}",
    UnknownWord: lambda m: f"unknown {m.word}",
    Result: _encode_result,
    Quit: lambda m: "quit",
    Name: lambda m: f"name {m.text}",
    Author: lambda m: f"author {m.text}",
    Version: lambda m: f"version {m.text}",
    Option: _encode_option,
    Ready: lambda m: f"ready {m.version}",
    Ok: lambda m: "ok",
    Pong: lambda m: f"pong {m.token}",
    Note: lambda m: f"note {m.text}".rstrip(),
    Play: lambda m: (
        f"play {m.number} {' '.join(m.words)}{_claims_text(m.claims)}" + (f" draw {m.deck}" if m.deck else "")
    ),
    Pass: lambda m: f"pass {m.number}{_claims_text(m.claims)}",
    Return: lambda m: f"return {m.number} {list_text(m.cards)}",
}
