"""Causes: what the reason of a fault may be, in words for the author of a bot."""

from dataclasses import dataclass

from arbiter.control import MS
from arbiter.process import exit_text
from arbiter.transcript import shown
from arbiter.verdicts import Fault, FaultKind
from arbiter.vitals import Vitals
from protocol import codec
from protocol.messages import Note, Ok, Pass, Play, Pong, Ready, Unknown
from protocol.messages import Return as GaveBack

_BUSY = 0.5
_HOARDS = "its runtime keeps back the input until there is more of it (mawk does, unless run as 'mawk -W interactive')"
_BYTE_ORDER_MARKS = ("\\xef\\xbb\\xbf", "\\xff\\xfe", "\\xfe\\xff")


@dataclass(frozen=True, slots=True)
class Pulse:
    """A bot in the moment when its time was over: its signs, and the CPU time it has used since it was asked."""

    vitals: Vitals
    cpu_ns: int
    wall_ns: int


def of_silence(pulse: Pulse, word: str, rest: bytes, late: list[bytes]) -> str:
    """Return why nothing came in answer to a line that starts with `word`.

    `rest` is what came without a newline, `late` what came when the bot's input was closed.
    """
    vitals = pulse.vitals
    if late:
        line = shown(late[0].decode("latin-1"), 60)
        return f"{line!r} came only when its input was closed: standard output is not flushed after each line, or {_HOARDS}"
    if rest:
        return "a line ends with a newline; without one it is no answer yet (or only half of it was flushed)"
    if vitals.is_stopped:
        return "the process is stopped, by a signal that it or somebody else has sent"
    if vitals.unread:
        return f"{vitals.unread} bytes lie unread in its standard input: it waits for something else, or computes"
    if vitals.is_running or pulse.cpu_ns > _BUSY * pulse.wall_ns:
        return f"it is still computing: {pulse.cpu_ns // MS} ms of CPU time in {pulse.wall_ns // MS} ms"
    if vitals.waits_for_input:
        return (
            "nothing arrived, yet the process is waiting for input: is stdout flushed after each line? "
            f"If it is, the bot has no answer to a line that starts with {word!r}, or {_HOARDS}"
        )
    return "the process sleeps: it waits for something other than its input (a timer, a lock, a child, the network)"


def of_end(status: int | None, errors: tuple[str, ...]) -> str:
    """Return why a bot is gone."""
    if status is None:
        return "standard output was closed while the process lives on"
    last = f"; its last words: {errors[-1]}" if errors else ", and nothing on standard error"
    return f"the process ended, {exit_text(status)}{last}"


def of_fault(fault: Fault, came: tuple[str, ...]) -> str:
    """Return why a line that a referee has found wrong may have been said, as the last one of `came`."""
    if fault.kind is FaultKind.ILLEGAL:
        return _of_illegality(fault)
    return _of_bad_line(fault, came)


def _of_illegality(fault: Fault) -> str:
    if "not in the hand" in fault.why:
        return "the cards are in the field 'hand' of this very line; what was played is not in it any more"
    if "full" in fault.why:
        return (
            "count the cards of your own side before you add one: three make it full, four where 'mud' lists the stone"
        )
    if "claimed" in fault.why:
        return "stones in 'mine' and 'theirs' are closed, in the expert variants also those that the same line claims"
    if "passing" in fault.why:
        return "pass only when no clan card of the hand finds room on any unclaimed stone"
    if "the limit is" in fault.why:
        return "'played' counts the tactics cards of both players; 'lead' in the line 'game' is 0 or 1"
    if "is refused" in fault.why:
        return "with strict=yes claim only what is proven, or 'claim all', which is never refused"
    if "recruiter puts" in fault.why or "joker that can never" in fault.why:
        return "'give' says how many cards go back; each is one of those that are listed"
    return "protocol/RULES.md has the rule; what would have been legal is listed"


def _of_bad_line(fault: Fault, came: tuple[str, ...]) -> str:
    line = came[-1].encode("ascii", "replace") if came else b""
    if came and came[-1].startswith(_BYTE_ORDER_MARKS):
        return "the line starts with a byte order mark: write plain ASCII"
    if "is not ASCII" in fault.why or "stands in the line" in fault.why:
        return "write plain ASCII: no accents, no colours, no tabs, no encoding of two bytes"
    message = codec.decode_from_bot(line) if line else None
    if isinstance(message, Unknown):
        return (
            "is this a debug print? Standard output is for answers alone: print to standard error, or send 'note TEXT'"
        )
    if isinstance(message, Play | Pass | GaveBack) and "is open, not" in fault.why:
        open_turn = int(fault.expected)
        if message.number < open_turn and sum(other.split()[:2] == came[-1].split()[:2] for other in came) > 1:
            return "one turn was answered twice"
        if message.number < open_turn:
            return "an answer to an earlier turn: was that answered twice, or does the bot count turns by itself?"
        return "echo the number that stands in the line: 'turn 7' is answered by 'play 7'"
    if isinstance(message, Play | Pass | GaveBack | Ok | Pong | Ready):
        twice = len(came) > 1 and came[-1].split()[:2] == came[-2].split()[:2]
        return "one line was answered twice" if twice else "one line, one answer: nothing was due at that moment"
    if isinstance(message, Note):
        return "the line is a note, and does no harm"
    return "compare the line with the grammar in protocol/SPEC.md"
