"""The journal: one SQLite file that holds a plan and every finished game, and survives a kill at any moment.

Tables and views are described in tournaments/README.md. One run writes, under a lock; any number of readers look on.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import msgspec

from arbiter.record import GameRecord
from arbiter.verdicts import VOID
from tournaments.lock import Lock, LockedError
from tournaments.plan import Plan, difference
from tournaments.results import Result
from tournaments.tables import JournalError, connect_to_read, connect_to_write, told

MOST_DIFFERENCES = 3

_COLUMNS = ", ".join(Result._fields)
_INSERT = f"INSERT OR IGNORE INTO games ({_COLUMNS}, record) VALUES ({', '.join('?' * (len(Result._fields) + 1))})"


class Journal:
    """A journal that is read, also while a run writes it."""

    def __init__(self, path: Path) -> None:
        """Open a journal. Raise `JournalError` if there is none at `path`."""
        self.path = path
        if not path.is_file():
            raise JournalError(path, "no such journal" if not path.exists() else "not a file")
        with told(self.path):
            self._base = connect_to_read(path)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._base.close()

    @property
    def name(self) -> str:
        """The name of the plan."""
        return str(self._value("SELECT name FROM plan"))

    @property
    def seed(self) -> str:
        """The seed that all deals follow from."""
        return str(self._value("SELECT seed FROM plan"))

    @property
    def plan(self) -> dict[str, Any]:
        """The plan as `tournaments.plan.Plan.settled` has it."""
        plan: dict[str, Any] = msgspec.json.decode(self._value("SELECT plan FROM plan"))
        return plan

    @property
    def bots(self) -> list[str]:
        """The names of the bots in the order of the plan."""
        return list(self.plan["bots"])

    @property
    def scheduled(self) -> int:
        """How many games the plan has."""
        return int(self._value("SELECT games FROM plan"))

    def games(self, variant: str | None = None) -> Iterator[Result]:
        """Return all finished games, or those of a variant, in no order."""
        chosen = ("", ()) if variant is None else (" WHERE variant = ?", (variant,))
        with told(self.path):
            for row in self._base.execute(f"SELECT {_COLUMNS} FROM games{chosen[0]}", chosen[1]):
                yield Result._make(row)

    def record(self, game: str) -> str | None:
        """Return the record of a game as JSON, or None if the journal does not have it."""
        with told(self.path):
            row = self._base.execute("SELECT record FROM games WHERE id = ?", (game,)).fetchone()
        return None if row is None else str(row[0])

    def records(self) -> Iterator[str]:
        """Return the record of every finished game as JSON, in the order in which they finished."""
        with told(self.path):
            for (record,) in self._base.execute("SELECT record FROM games ORDER BY rowid"):
                yield record

    def count(self) -> int:
        """Return how many games are finished."""
        return int(self._value("SELECT count(*) FROM games"))

    def voids(self) -> int:
        """Return how many games ended void, and were or are to be played again."""
        return int(self._value("SELECT count(*) FROM voids"))

    def missing(self, ids: Sequence[str]) -> set[str]:
        """Return those of `ids` that the journal does not have."""
        found: set[str] = set()
        with told(self.path):
            for start in range(0, len(ids), 500):
                some = ids[start : start + 500]
                marks = ", ".join("?" * len(some))
                found.update(row[0] for row in self._base.execute(f"SELECT id FROM games WHERE id IN ({marks})", some))
        return set(ids) - found

    def _value(self, query: str) -> Any:
        with told(self.path):
            return self._base.execute(query).fetchone()[0]


class OpenJournal(Journal):
    """A journal that a run writes. Only one can be open at a time."""

    def __init__(self, path: Path, plan: Plan, games: int) -> None:
        """Open the journal of a plan that has `games` games, and create it if there is none.

        A seed that was drawn gives way to the one in the journal: `plan` is the plan to be played. Raise `JournalError`
        if it is another plan's journal, is being written by another run, or cannot be written.
        """
        self.path = path
        self._lock = _locked(path)
        try:
            with told(path):
                self._base = connect_to_write(path, plan, games)
            try:
                self.plan_played = self._agreed(plan).hiding(*files_of(path))
            except BaseException:
                self._base.close()
                raise
        except BaseException:
            self._lock.release()
            raise

    def close(self) -> None:
        """Close the file and let others write it."""
        with told(self.path):
            self._base.close()
        self._lock.release()

    def add(self, record: GameRecord, encoded: bytes) -> Result | None:
        """Store a finished game; the first record of a game counts. Return its row if it was new.

        A void game is noted and not stored, since it will be played again.
        """
        if record.result.ending == VOID:
            values = (record.id, record.result.why, record.started, encoded.decode())
            with told(self.path):
                self._base.execute("INSERT INTO voids VALUES (?, ?, ?, ?)", values)
            return None
        game = Result.of(record)
        with told(self.path):
            added = self._base.execute(_INSERT, (*game, encoded.decode())).rowcount
        return game if added else None

    def _agreed(self, plan: Plan) -> Plan:
        if plan.has_drawn_seed:
            plan = plan.with_seed(self.seed)
        found = difference(self.plan, msgspec.json.decode(msgspec.json.encode(plan.settled())))
        if found:
            more = f" and {len(found) - MOST_DIFFERENCES} more" if len(found) > MOST_DIFFERENCES else ""
            what = "; ".join(found[:MOST_DIFFERENCES]) + more
            raise JournalError(self.path, f"the journal of another plan: {what}")
        return plan


def files_of(path: Path) -> list[Path]:
    """Return the files that a journal may have besides itself, which tell as much."""
    return [path.with_name(path.name + end) for end in ("", "-journal", "-wal", "-shm", ".lock")]


def _locked(path: Path) -> Lock:
    try:
        return Lock(path.with_name(path.name + ".lock"))
    except LockedError as error:
        by = f" (process {error.owner})" if error.owner else ""
        raise JournalError(path, f"another run is writing it{by}") from None
    except OSError as error:
        raise JournalError(path, f"cannot be written: {error.strerror}") from None
