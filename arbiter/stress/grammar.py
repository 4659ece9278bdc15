"""What protocol/SPEC.md says of a bot's line: its grammar once more, as patterns."""

import re
from enum import Enum


class Reading(Enum):
    """How a line reads: as a message, as a word that there is not, as nothing, or as what the grammar leaves open."""

    MESSAGE = "message"
    UNKNOWN = "unknown"
    MALFORMED = "malformed"
    UNSETTLED = "unsettled"


NUMBER = r"[0-9]{1,9}"
INTEGER = r"-?[0-9]{1,18}"
STONE = r"[1-9]"
CLAN = r"[ROYGBP][1-9]"
TROOP = rf"(?:{CLAN}|joker|spy|shield)"
CARD = rf"(?:{TROOP}|blind|mud|recruiter|strategist|banshee|traitor)"
MOVE = (
    rf"(?:(?:{TROOP}|blind|mud) {STONE}|recruiter [0-3]\+[0-3]|strategist {TROOP} (?:{STONE}|discard)"
    rf"|banshee {TROOP}|traitor {CLAN} {STONE})"
)
CLAIM = rf"claim (?:all|{STONE}(?:,{STONE}){{0,8}})"
WORD = r"[!-~]{1,64}"

MESSAGES = {
    word: re.compile(pattern)
    for word, pattern in {
        "name": r"name .+",
        "author": r"author .+",
        "version": r"version .+",
        "option": rf"option {WORD} (?:int(?: {INTEGER}){{3}}|bool (?:yes|no)|choice(?: [!-~]+){{2,}}|string(?: .*)?)",
        "ready": rf"ready {NUMBER}",
        "ok": r"ok",
        "play": rf"play {NUMBER} {MOVE}(?: {CLAIM})?(?: draw (?:clan|tactics))?",
        "pass": rf"pass {NUMBER}(?: {CLAIM})?",
        "return": rf"return {NUMBER} (?![!-~]{{65}})(?:-|{CARD}(?:,{CARD})*)",
        "pong": rf"pong {WORD}",
        "note": r"note(?: .*)?",
    }.items()
}
LONGEST_TEXT = 64


def read(line: bytes) -> Reading:
    """Return how a line reads that is not blank.

    Left open are texts with inner spaces around their longest.
    """
    if any(not 0x20 <= byte <= 0x7E for byte in line):
        return Reading.MALFORMED
    words = line.decode().split()
    pattern = MESSAGES.get(words[0])
    if pattern is None:
        return Reading.UNKNOWN
    text = " ".join(words)
    if not pattern.fullmatch(text) or not _is_in_bounds(words, text):
        return Reading.MALFORMED
    return Reading.UNSETTLED if _is_spaced_out(words, line) else Reading.MESSAGE


def _is_in_bounds(words: list[str], text: str) -> bool:
    if words[0] in ("name", "author", "version"):
        return len(text) - len(words[0]) - 1 <= LONGEST_TEXT
    if words[0] == "option" and words[2] == "int":
        return int(words[4]) <= int(words[3]) <= int(words[5])
    if words[0] == "option" and words[2] == "choice":
        return words[3] in words[4:]
    return True


def _is_spaced_out(words: list[str], line: bytes) -> bool:
    is_text = words[0] in ("name", "author", "version")
    return is_text and len(line.decode().strip()[len(words[0]) :].strip()) > LONGEST_TEXT
