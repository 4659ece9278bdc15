"""Disguises: lines that an arbiter may send all the same, though it does not do so today, or seldom."""

from collections.abc import Callable

from protocol import codec
from protocol.messages import Result

NEWS = ("weather fine", "forecast 3 sky=blue sea=calm")
FIRST_FIELD, MIDDLE_FIELD, LAST_FIELD = "beforehand=P9", "moon=1/2", "mood=a=b"
_WORDS_BEFORE_FIELDS = {"game": 1, "turn": 2, "return": 2, "result": 2}


def with_carriage_returns(text: str) -> str:
    """Return lines with ends as on other systems."""
    return text.replace("\n", "\r\n")


def with_news(text: str) -> str:
    """Return lines with fields that no version has so far, and messages of that kind before each turn and game."""
    return "".join(_with_news(line) + "\n" for line in text.splitlines())


def with_result(result: Result) -> Callable[[str], str]:
    """Return a disguise that tells this result of a game instead of the real one."""
    return lambda text: "".join(_with_result(line, result) for line in text.splitlines(keepends=True))


def _with_result(line: str, result: Result) -> str:
    return codec.encode(result) + "\n" if line.startswith("result ") else line


def _with_news(line: str) -> str:
    line, why, reason = line.partition(" why=")
    words = line.split()
    before = _WORDS_BEFORE_FIELDS.get(words[0])
    if before is None:
        return line + why + reason
    head, fields = words[:before], words[before:]
    middle = len(fields) // 2
    fields = [FIRST_FIELD, *fields[:middle], MIDDLE_FIELD, *fields[middle:], LAST_FIELD]
    news = NEWS if words[0] in ("game", "turn") else ()
    return "\n".join([*news, " ".join(head + fields) + why + reason])
