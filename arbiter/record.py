"""The record of one game: all that is needed to show it, to replay it, and to prove its result."""

import msgspec

RECORD_VERSION = 1


class BotRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who sat on a seat. `key` is the name in the plan; `name`, `author` and `version` are what the bot says itself."""

    key: str
    command: tuple[str, ...]
    name: str = ""
    author: str = ""
    version: str = ""
    options: dict[str, str] = {}
    sandbox: str = "none"


class RulesRecord(msgspec.Struct, frozen=True):
    """The rules by their names in plans."""

    variant: str
    ranking: str
    tactics_lead: int
    strict: bool = False


class DealRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """The decks, top card first, where they come from, and the salt that opens the commitment the bots were given."""

    seed: str
    number: int
    clan: tuple[str, ...]
    tactics: tuple[str, ...] = ()
    salt: str = ""
    commitment: str = ""


class LimitsRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """The time control in nanoseconds; None is no limit."""

    move_ns: int | None
    game_ns: int | None
    increment_ns: int
    margin_ns: int


class RefusedRecord(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A claim that was refused, with the completion that beats it if there is one."""

    stone: int
    reason: str
    cards: tuple[str, ...] = ()


class TurnRecord(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One reply of a bot: the line as it was read, the wall and CPU time it took, and what came of its claims.

    `turn` counts from 1; `seat` is 0 or 1. A recruiter's return is a record of its own. `notes` came since the last
    reply. `cpu_ns` may hold up to a millisecond of what the bot still computed after its last reply.
    """

    turn: int
    seat: int
    reply: str
    wall_ns: int
    cpu_ns: int
    granted: tuple[int, ...] = ()
    refused: tuple[RefusedRecord, ...] = ()
    notes: tuple[str, ...] = ()


class FaultRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """A bot's fault, as `arbiter.verdicts.Fault` has it."""

    seat: int
    kind: str
    why: str
    line: str = ""
    column: int = 0
    expected: str = ""
    legal: tuple[str, ...] = ()


class LineRecord(msgspec.Struct, frozen=True, gc=False):
    """A line of the transcript's end: nanoseconds since the game began, ``>`` to or ``<`` from the bot, the text."""

    at_ns: int
    seat: int
    way: str
    text: str


class ProcessRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a bot's process left behind: its exit status (negative: the signal), and the tail of its standard error."""

    seat: int
    exit_status: int | None = None
    stderr: str = ""


class ResultRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """The verdict. `winner` is a seat, or None; `stones` and `points` are those of seat 0 and seat 1."""

    ending: str
    winner: int | None
    why: str
    stones: tuple[int, int]
    points: tuple[int, int]
    fault: FaultRecord | None = None


class GameRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """One game. `bots` are in seat order. `transcript` and `processes` are kept of games that end by a fault or void."""

    version: int
    id: str
    rules: RulesRecord
    deal: DealRecord
    bots: tuple[BotRecord, BotRecord]
    limits: LimitsRecord
    started: str
    wall_ns: int
    turns: tuple[TurnRecord, ...]
    result: ResultRecord
    transcript: tuple[LineRecord, ...] = ()
    processes: tuple[ProcessRecord, ...] = ()
    arbiter: str = ""


class RecordError(ValueError):
    """Bytes that are no record of a game, or one of another version."""


_decoder = msgspec.json.Decoder(GameRecord)
_encoder = msgspec.json.Encoder()


def encode(record: GameRecord) -> bytes:
    """Return a record as JSON."""
    return _encoder.encode(record)


def decode(data: bytes | str) -> GameRecord:
    """Return the record that JSON holds. Raise `RecordError` for anything else."""
    try:
        record = _decoder.decode(data)
    except msgspec.DecodeError as error:
        raise RecordError(f"not a record of a game: {error}") from error
    if record.version != RECORD_VERSION:
        raise RecordError(f"a record of version {record.version}; this reiver reads version {RECORD_VERSION}")
    return record
