"""The journal: one SQLite file that holds a plan and every finished game, and survives a kill at any moment.

Tables and views are described in tournaments/README.md. One run writes, under a lock; any number of readers look on.
"""

import shlex
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import msgspec

from arbiter.record import GameRecord
from tournaments.finished import Finished
from tournaments.growth import grown
from tournaments.lock import Lock, LockedError
from tournaments.plan import Plan
from tournaments.results import Result, Sum
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
    def dropped(self) -> list[str]:
        """The names of the bots that have been dropped: their games are there, but count no more."""
        return list(self.plan.get("dropped", ()))

    @property
    def tiebreaks(self) -> tuple[str, ...]:
        """How bots of equal score are told apart."""
        return tuple(str(self._value("SELECT tiebreaks FROM plan")).split())

    @property
    def scheduled(self) -> int:
        """How many games the plan has."""
        return int(self._value("SELECT games FROM plan"))

    def games(self, variant: str | None = None) -> Iterator[Result]:
        """Return all finished games that count, or those of a variant, in no order."""
        where, values = self.counting(variant)
        for row in self.query(f"SELECT {_COLUMNS} FROM games{where}", values):
            yield Result._make(row)

    def sums(self, variant: str | None = None) -> Iterator[Sum]:
        """Return the finished games that count, or those of a variant, summed up for each two seats and outcome."""
        where, values = self.counting(variant)
        grouped, summed = ", ".join(Sum._fields[:5]), ", ".join(f"sum({field})" for field in Sum._fields[6:-2])
        worst = "max(first_worst_ns), max(second_worst_ns)"
        query = f"SELECT {grouped}, count(*), {summed}, {worst} FROM games{where} GROUP BY {grouped}"
        for row in self.query(query, values):
            yield Sum._make(row)

    def query(self, query: str, values: Sequence[object] = ()) -> Iterator[tuple[Any, ...]]:
        """Return the rows that SQL asks for."""
        with told(self.path):
            yield from self._base.execute(query, values)

    def counting(
        self, variant: str | None = None, first: str = "first", second: str = "second"
    ) -> tuple[str, list[str]]:
        """Return the SQL condition for what counts, and its values; `first` and `second` are the columns of the bots."""
        dropped = self.dropped
        conditions = ["variant = ?"] if variant is not None else []
        if dropped:
            marks = ", ".join("?" * len(dropped))
            conditions += [f"{column} NOT IN ({marks})" for column in (first, second)]
        values = ([variant] if variant is not None else []) + 2 * dropped
        return (" WHERE " + " AND ".join(conditions) if conditions else ""), values

    def half_points(self, ids: Sequence[str]) -> dict[str, int]:
        """Return how many half points the first seat has scored in each of the games `ids` that are finished."""
        found: dict[str, int] = {}
        for start in range(0, len(ids), 500):
            some = ids[start : start + 500]
            marks = ", ".join("?" * len(some))
            for game, winner in self.query(f"SELECT id, winner FROM games WHERE id IN ({marks})", some):
                found[game] = 1 if winner is None else 2 - 2 * winner
        return found

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

    def whole_games(self) -> Iterator[tuple[Result, str]]:
        """Return the row and the record of every finished game, in the order in which they finished."""
        for *row, record in self.query(f"SELECT {_COLUMNS}, record FROM games ORDER BY rowid"):
            yield Result._make(row), record

    def count(self) -> int:
        """Return how many games are finished and count."""
        where, values = self.counting()
        return int(next(self.query(f"SELECT count(*) FROM games{where}", values))[0])

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

    def __init__(self, path: Path, plan: Plan, games: int, drop: Collection[str] = ()) -> None:
        """Open the journal of a plan that has `games` games, and create it if there is none.

        A seed that was drawn gives way to the one in the journal: `plan` is the plan to be played. The bots `drop` may
        be missing in it. Raise `JournalError` if it is another plan's journal and does not just grow, if the journal is
        being written by another run, or cannot be written.
        """
        self.path = path
        self._lock = _locked(path)
        try:
            with told(path):
                self._base = connect_to_write(path, plan, games)
            try:
                self.plan_played = self._agreed(plan, games, frozenset(drop)).hiding(*files_of(path))
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
        return self.put(Finished.of(record, encoded))

    def put(self, game: Finished) -> Result | None:
        """Store a finished game as `add` does."""
        text = game.record.decode()
        with told(self.path):
            if game.row is None:
                self._base.execute("INSERT INTO voids VALUES (?, ?, ?, ?)", (game.id, game.why, game.started, text))
                return None
            added = self._base.execute(_INSERT, (*game.row, text)).rowcount
        return game.row if added else None

    def _agreed(self, plan: Plan, games: int, drop: frozenset[str]) -> Plan:
        if plan.has_drawn_seed:
            plan = plan.with_seed(self.seed)
        old, new = self.plan, msgspec.json.decode(msgspec.json.encode(plan.settled()))
        for key in sorted(drop):
            if key in new["bots"] or key not in old["bots"] | old.get("dropped", {}):
                why = "the plan still has it" if key in new["bots"] else "the journal has no such bot"
                raise JournalError(self.path, f"cannot drop {key!r}: {why}")
        found, now = grown(old, new, drop)
        if found:
            raise JournalError(self.path, f"the journal of another plan: {_in_words(found, old, new)}")
        if now != old:
            with told(self.path):
                values = msgspec.json.encode(now).decode(), games
                self._base.execute("UPDATE plan SET plan = ?, games = ?", values)
        if plan.table.tiebreaks != self.tiebreaks:
            with told(self.path):
                self._base.execute("UPDATE plan SET tiebreaks = ?", (" ".join(plan.table.tiebreaks),))
        return plan


def _in_words(found: Sequence[str], old: dict[str, Any], new: dict[str, Any]) -> str:
    more = f" and {len(found) - MOST_DIFFERENCES} more" if len(found) > MOST_DIFFERENCES else ""
    gone = [key for key in old["bots"] if key not in new["bots"]]
    hint = (
        f" (--drop {shlex.quote(gone[0])} takes a bot out)" if gone and new["format"] not in ("sprt", "swiss") else ""
    )
    return "; ".join(found[:MOST_DIFFERENCES]) + more + hint


def files_of(path: Path) -> list[Path]:
    """Return the files that a journal may have besides itself, which tell as much. Raise `JournalError` for no name."""
    if not path.name:
        raise JournalError(path, "no name of a file")
    return [path.with_name(path.name + end) for end in ("", "-journal", "-wal", "-shm", ".lock")]


def _locked(path: Path) -> Lock:
    try:
        return Lock(path.with_name(path.name + ".lock"))
    except LockedError as error:
        by = f" (process {error.owner})" if error.owner else ""
        raise JournalError(path, f"another run is writing it{by}") from None
    except OSError as error:
        raise JournalError(path, f"cannot be written: {error.strerror}") from None
