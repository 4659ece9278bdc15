"""The tables of a journal, and how its file is opened."""

import contextlib
import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import quote

import msgspec

from arbiter import __version__
from tournaments.plan import Plan
from tournaments.printable import printable

FORMAT = 2
APPLICATION_ID = 0x72656976  # "reiv"

_SCHEMA = """
CREATE TABLE plan (
    format INTEGER NOT NULL, name TEXT NOT NULL, seed TEXT NOT NULL, plan TEXT NOT NULL, games INTEGER NOT NULL,
    created TEXT NOT NULL, arbiter TEXT NOT NULL, tiebreaks TEXT NOT NULL
);
CREATE TABLE games (
    id TEXT PRIMARY KEY, pairing TEXT NOT NULL, variant TEXT NOT NULL, deal INTEGER NOT NULL,
    first TEXT NOT NULL, second TEXT NOT NULL,
    ending TEXT NOT NULL, winner INTEGER, fault_seat INTEGER, fault TEXT,
    first_stones INTEGER NOT NULL, second_stones INTEGER NOT NULL,
    first_points INTEGER NOT NULL, second_points INTEGER NOT NULL,
    plies INTEGER NOT NULL, wall_ns INTEGER NOT NULL,
    first_turns INTEGER NOT NULL, first_ns INTEGER NOT NULL, first_worst_ns INTEGER NOT NULL,
    second_turns INTEGER NOT NULL, second_ns INTEGER NOT NULL, second_worst_ns INTEGER NOT NULL,
    deck_out INTEGER,
    first_claims INTEGER NOT NULL, first_early INTEGER NOT NULL, first_late INTEGER NOT NULL,
    first_refused INTEGER NOT NULL,
    second_claims INTEGER NOT NULL, second_early INTEGER NOT NULL, second_late INTEGER NOT NULL,
    second_refused INTEGER NOT NULL,
    started TEXT NOT NULL, record TEXT NOT NULL
);
CREATE TABLE voids (id TEXT NOT NULL, why TEXT NOT NULL, started TEXT NOT NULL, record TEXT NOT NULL);
CREATE VIEW seats AS
    SELECT id, variant, deal, 0 AS seat, first AS bot, second AS opponent,
        CASE winner WHEN 0 THEN 'win' WHEN 1 THEN 'loss' ELSE 'draw' END AS outcome, ending,
        CASE fault_seat WHEN 0 THEN fault END AS fault, first_points AS points, first_stones AS stones,
        first_turns AS turns, first_ns AS ns, first_worst_ns AS worst_ns,
        first_claims AS claims, first_early AS early, first_late AS late, first_refused AS refused FROM games
    UNION ALL
    SELECT id, variant, deal, 1, second, first,
        CASE winner WHEN 1 THEN 'win' WHEN 0 THEN 'loss' ELSE 'draw' END, ending,
        CASE fault_seat WHEN 1 THEN fault END, second_points, second_stones,
        second_turns, second_ns, second_worst_ns,
        second_claims, second_early, second_late, second_refused FROM games;
CREATE VIEW pairs AS
    SELECT one.pairing AS pairing, one.variant AS variant, one.deal AS deal, one.first AS bot, one.second AS opponent,
        CASE one.winner WHEN 0 THEN 2 WHEN 1 THEN 0 ELSE 1 END AS from_first,
        CASE two.winner WHEN 1 THEN 2 WHEN 0 THEN 0 ELSE 1 END AS from_second
    FROM games AS one JOIN games AS two ON two.id = substr(one.id, 1, length(one.id) - 1) || '2'
    WHERE substr(one.id, -1) = '1';
"""


class JournalError(Exception):
    """A journal that cannot be used as asked: its path, and why."""

    def __init__(self, path: Path, why: str) -> None:
        super().__init__(printable(f"{path}: {why}"))
        self.path, self.why = path, why


@contextlib.contextmanager
def told(path: Path) -> Iterator[None]:
    """Turn SQLite's errors into one line for the operator."""
    try:
        yield
    except sqlite3.Error as error:
        raise JournalError(path, _in_words(error)) from error


def connect_to_read(path: Path) -> sqlite3.Connection:
    """Return a connection to a journal that leaves it as it is, and does not get in the way of its writer."""
    # Not "mode=ro": such a reader leaves SQLite's -wal and -shm files behind when it is the last to go.
    base = _connect(path, "mode=rw")
    try:
        try:
            base.execute("PRAGMA query_only = 1")
            base.execute("SELECT count(*) FROM sqlite_master")
        except sqlite3.OperationalError:
            # A folder that is not writable has no room for SQLite's list of readers; without a writer none is needed.
            if path.with_name(path.name + "-wal").exists():
                raise
            base.close()
            base = _connect(path, "mode=ro&immutable=1")
        _check_format(base, path)
    except BaseException:
        base.close()
        raise
    return base


def connect_to_write(path: Path, plan: Plan, games: int) -> sqlite3.Connection:
    """Return a connection to a journal for its one writer; a file that is new or empty becomes the plan's journal."""
    base = _connect(path, "mode=rwc")
    try:
        # A commit is with the operating system before the next game; only a power cut may lose the last ones.
        base.execute("PRAGMA synchronous = NORMAL")
        if not base.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            base.execute("PRAGMA journal_mode = WAL")
            _create(base, plan, games)
        _check_format(base, path)
        # SQLite opens a file that is read-only without a word, and refuses the first change.
        base.execute("BEGIN IMMEDIATE")
        base.execute("UPDATE plan SET format = format")
        base.execute("ROLLBACK")
    except BaseException:
        base.close()
        raise
    return base


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    return sqlite3.connect(f"file:{quote(str(path.absolute()))}?{mode}", uri=True, isolation_level=None, timeout=10)


def _create(base: sqlite3.Connection, plan: Plan, games: int) -> None:
    """Make tables and plan in one transaction, so that a kill leaves either no journal or a whole one."""
    now = datetime.now(UTC).isoformat(timespec="seconds")
    settled = msgspec.json.encode(plan.settled()).decode()
    row = (FORMAT, plan.name, plan.seed, settled, games, now, f"reiver/{__version__}", " ".join(plan.table.tiebreaks))
    base.execute("BEGIN IMMEDIATE")
    for statement in _SCHEMA.split(";"):
        base.execute(statement)
    base.execute("INSERT INTO plan VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
    base.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    base.execute("COMMIT")


def _check_format(base: sqlite3.Connection, path: Path) -> None:
    if base.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
        raise JournalError(path, "not a journal of reiver")
    plan = base.execute("SELECT format FROM plan").fetchone()
    if plan is None:
        raise JournalError(path, "a journal without its plan")
    (version,) = plan
    if version != FORMAT:
        raise JournalError(path, f"a journal of format {version}; this reiver has format {FORMAT}")


def _in_words(error: sqlite3.Error) -> str:
    why = str(error)
    if "not a database" in why:
        return "not a journal of reiver"
    if "is full" in why:
        return "the disk is full; the games stored so far are safe"
    if "readonly" in why or "unable to open" in why:
        return "cannot be written or opened"
    return f"cannot be used: {why}"
