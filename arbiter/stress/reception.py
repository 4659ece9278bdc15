"""A fuzzed greeting, from ``hello`` to ``ready`` or to what is wrong with it."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from arbiter.greeting import MOST_OPTIONS, Greeting
from arbiter.referee import UNKNOWN_WORDS
from arbiter.stress.finding import demand
from arbiter.stress.grammar import Reading, read
from protocol import codec
from protocol.framing import Lines
from protocol.messages import VERSION, UnknownWord

GREETING_WORDS = ("name", "author", "version", "option", "note", "ready")


@dataclass(slots=True)
class Reception:
    """What a bot says before its first game. `wrong` is what ends it, or nothing; `lines` what was heard."""

    framing: Lines
    wrong: str = ""
    lines: list[bytes] = field(default_factory=list)
    _greeting: Greeting = field(default_factory=Greeting)
    _unknown: int = 0
    _options: int = 0

    def hear(self, reads: Sequence[bytes]) -> str:
        """Hear the reads, and return what is wrong."""
        for data in reads:
            for line in self.framing.feed(data):
                if not self.wrong:
                    self._hear(line)
            if self.framing.is_overlong and not self.wrong:
                self.wrong = "the bot sent a line that is too long before it was ready"
        if not self._greeting.identity and not self.wrong:
            self.wrong = "not ready in time"
        return self.wrong

    def _hear(self, line: bytes) -> None:
        greeting = self._greeting
        self.lines.append(line)
        was_ready = greeting.identity is not None
        expected = self._is_right(line, was_ready)
        if was_ready and not expected:
            self.wrong = "the bot spoke after it was ready"
            return
        greeting.hear(line)
        is_right = not greeting.wrong
        demand(expected in (None, is_right), "a greeting is judged wrongly", line, greeting.wrong)
        self._check_replies()
        self.wrong = greeting.wrong

    def _is_right(self, line: bytes, was_ready: bool) -> bool | None:
        """Tell whether a line may be said; None if the specification leaves it open."""
        reading = read(line)
        if reading is Reading.MALFORMED:
            return False
        if reading is Reading.UNKNOWN:
            self._unknown += 1
            return self._unknown <= UNKNOWN_WORDS
        word = line.split()[0].decode()
        if word not in (("note",) if was_ready else GREETING_WORDS):
            return False
        self._options += word == "option"
        if word == "ready":
            return int(line.split()[1]) == VERSION
        return None if reading is Reading.UNSETTLED else self._options <= MOST_OPTIONS

    def _check_replies(self) -> None:
        greeting = self._greeting
        for reply in greeting.replies:
            message = codec.decode_from_arbiter(reply.rstrip("\n").encode())
            demand(isinstance(message, UnknownWord), "a greeting is answered with what is no message", reply)
        greeting.replies.clear()
        identity = greeting.identity
        for text in (greeting.wrong, *((identity.name, identity.author, identity.version) if identity else ())):
            demand(text.isprintable() and text.isascii(), "a text of a greeting is not printable", repr(text))
