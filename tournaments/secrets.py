"""Secrets: files beside the bots that tell of decks, which may be those that are played: journals and plans."""

import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

from arbiter.outlook import is_crowded
from arbiter.program import Program
from tournaments.journal import files_of
from tournaments.tables import APPLICATION_ID

# Where SQLite's file format keeps the number that says whose file it is: https://www.sqlite.org/fileformat.html
_APPLICATION_ID = slice(68, 72)
_HEADER_BYTES = 100
_MOST_PLAN_BYTES = 1 << 20


def secrets_beside(programs: Iterable[Program]) -> Iterator[Path]:
    """Yield the journals and plans in the folders of programs, not in what lies deeper."""
    folders = {program.folder for program in programs if not is_crowded(program.folder)}
    for path in (path for folder in sorted(folders) if folder.is_dir() for path in folder.iterdir()):
        if _is_journal(path):
            yield from files_of(path)
        elif _is_plan(path):
            yield path


def _is_journal(path: Path) -> bool:
    head = _read(path, _HEADER_BYTES)
    return head.startswith(b"SQLite format 3\0") and head[_APPLICATION_ID] == APPLICATION_ID.to_bytes(4, "big")


def _is_plan(path: Path) -> bool:
    if path.suffix != ".toml":
        return False
    try:
        return "bots" in tomllib.loads(_read(path, _MOST_PLAN_BYTES).decode("utf-8-sig"))
    except ValueError:
        return False


def _read(path: Path, most: int) -> bytes:
    """Return the start of a plain file, or nothing."""
    try:
        if not path.is_file():
            return b""
        with path.open("rb") as file:
            return file.read(most)
    except OSError:
        return b""
