"""Mutations of a bot's line: by its words, so that most of it stays grammar, and by its bytes."""

from collections.abc import Callable, Sequence
from random import Random

from arbiter.rules.cards import NAMES
from protocol.framing import LONGEST_LINE

WORDS = (
    *NAMES, "play", "pass", "return", "ok", "note", "ready", "name", "author", "version", "option", "pong", "claim",
    "draw", "all", "clan", "tactics", "discard", "-", "0", "1", "9", "10", "1,2", "1,1", "3,3,3", "1,2,3,4,5,6,7,8,9",
    "2+1", "0+0", "3+0", "4+4", "info", "bestmove", "quit", "hello", "game", "turn", "unknown", "int", "bool", "choice",
    "string", "yes", "R0", "R10", "r5", "X5", "5R", "Joker", "jokers", "+", ",", "=", "\\n", "%s", "{0}", "../..",
    "a" * 64, "a" * 65,
)  # fmt: skip
NUMBERS = ("-1", "0", "00", "+1", "1e3", "1.0", "999999999", "1000000000", "9" * 40, "0x1", "1_0", "")
HOSTILE = (
    b"\0", b"\x1b[31m", b"\x1b]0;x\x07", b"\x7f", b"\x08", b"\t", b"\r", b"\x0b", b"\x0c", b"\x1c", b"\x85", b"\xff",
    b"\xc3\x28", b"\xed\xa0\x80", b"\xf8\x88\x80\x80\x80", "\u00e9".encode(), "\u0663".encode(), "\u202e".encode(),
    "\u2028".encode(), "\U0001f600".encode(),
)  # fmt: skip
SIZES = (LONGEST_LINE - 2, LONGEST_LINE - 1, LONGEST_LINE, LONGEST_LINE + 1, 3 * LONGEST_LINE, 1 << 16)


def mutated(line: bytes, random: Random) -> bytes:
    """Return a line with one to three mutations, mostly of its words."""
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        if random.random() < 0.75:
            words = line.decode("latin-1").split()
            line = " ".join(random.choice(_OF_WORDS)(words, random)).encode("latin-1")
        else:
            line = random.choice(_OF_BYTES)(line, random)
    return line


def padded(line: bytes, random: Random) -> bytes:
    """Return a line with spaces that do no harm, now and then as many as a line may have."""
    words = line.split(b" ")
    gaps = [b" " * random.choice((1, 1, 2, 5)) for _ in words[1:]]
    if random.random() < 0.03 and gaps:
        gaps[random.randrange(len(gaps))] = b" " * random.randint(100, LONGEST_LINE - len(line) - 60)
    joined = words[0] + b"".join(gap + word for gap, word in zip(gaps, words[1:], strict=True))
    return b" " * random.choice((0, 0, 1, 3)) + joined + b" " * random.choice((0, 0, 1, 3))


def any_bytes(random: Random) -> bytes:
    """Return random bytes: of any kind, or printable."""
    size = random.choice((1, 2, 5, 20, 100, 1000))
    return random.randbytes(size) if random.random() < 0.5 else bytes(random.choices(range(0x20, 0x7F), k=size))


def stretched(line: bytes, random: Random) -> bytes:
    """Return a line that is about as long as a line may be, or much longer."""
    return line + random.choice((b" ", b"x", b"\r")) * (random.choice(SIZES) - len(line))


def split(data: bytes, random: Random) -> list[bytes]:
    """Return bytes in pieces, as reads may bring them."""
    luck = random.random()
    if luck < 0.6 or len(data) < 2:
        return [data]
    if luck < 0.7 and len(data) < 200:
        return [data[place : place + 1] for place in range(len(data))]
    cuts = sorted(random.sample(range(1, len(data)), min(len(data) - 1, random.randint(1, 3))))
    return [data[start:end] for start, end in zip([0, *cuts], [*cuts, len(data)], strict=True)]


def _swap(words: list[str], random: Random) -> Sequence[str]:
    if len(words) > 1:
        one, other = random.sample(range(len(words)), 2)
        words[one], words[other] = words[other], words[one]
    return words


def _drop(words: list[str], random: Random) -> Sequence[str]:
    if words:
        del words[random.randrange(len(words))]
    return words


def _double(words: list[str], random: Random) -> Sequence[str]:
    if words:
        place = random.randrange(len(words))
        words.insert(place, words[place])
    return words


def _insert(words: list[str], random: Random) -> Sequence[str]:
    words.insert(random.randint(0, len(words)), random.choice(WORDS))
    return words


def _replace(words: list[str], random: Random) -> Sequence[str]:
    if words:
        words[random.randrange(len(words))] = random.choice(WORDS)
    return words


def _exchange_card(words: list[str], random: Random) -> Sequence[str]:
    """Put another card in the place of one."""
    places = [place for place, word in enumerate(words) if word in NAMES]
    if places:
        words[random.choice(places)] = random.choice(NAMES)
    return words


def _change_number(words: list[str], random: Random) -> Sequence[str]:
    """Put another number in the place of one: near it, or none at all."""
    places = [place for place, word in enumerate(words) if word.isascii() and word.isdigit() and len(word) < 10]
    if places:
        place = random.choice(places)
        near = str(int(words[place]) + random.choice((-2, -1, 1, 2)))
        words[place] = near if random.random() < 0.7 else random.choice(NUMBERS)
    return words


def _repeat_all(words: list[str], random: Random) -> Sequence[str]:
    return words * random.choice((2, 2, 20))


def _flip(line: bytes, random: Random) -> bytes:
    place = random.randrange(len(line) or 1)
    return line[:place] + bytes([random.randrange(256)]) + line[place + 1 :]


def _insert_hostile(line: bytes, random: Random) -> bytes:
    place = random.randint(0, len(line))
    return line[:place] + random.choice(HOSTILE) + line[place:]


def _cut(line: bytes, random: Random) -> bytes:
    return line[: random.randint(0, len(line))]


def _remove(line: bytes, random: Random) -> bytes:
    place = random.randrange(len(line) or 1)
    return line[:place] + line[place + 1 :]


def _change_case(line: bytes, random: Random) -> bytes:
    return random.choice((line.upper(), line.lower(), line.swapcase(), line.title()))


_OF_WORDS: tuple[Callable[[list[str], Random], Sequence[str]], ...] = (
    _swap, _drop, _double, _insert, _replace, _replace, _exchange_card, _exchange_card, _change_number, _change_number,
    _repeat_all,
)  # fmt: skip
_OF_BYTES: tuple[Callable[[bytes, Random], bytes], ...] = (_flip, _insert_hostile, _cut, _remove, _change_case)
