"""A shipment: a bot's files as one archive that is named by its SHA-256, and what its command is on another host.

A bot's folder travels, and beside it the folders of the files that its command names, and what its plan lets it read.
What belongs to the system or to an interpreter does not: it must be on every host at the same path. A bundled bot stays
at home where the other host's installation has the very same one.
"""

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

import protocol
from arbiter.outlook import SYSTEM, around, is_crowded, named
from arbiter.process import BuildError
from arbiter.program import Program
from tournaments.archive import MOST_BYTES, ArchiveError, archived
from tournaments.bundle import bundle, cache_folder, fingerprint
from tournaments.document import PlanError


@dataclass(frozen=True, slots=True)
class Label:
    """What a host needs to know of a bot that comes from elsewhere.

    `archive` is the SHA-256 of the files, which were at `roots`; `machine` the kind of processor, `python` the
    interpreter that reiver ran on and `import_path` the folder of its packages. For a bundled bot `bundled` is its name
    and `sources` the hash of its sources.
    """

    program: Program
    archive: str
    roots: tuple[Path, ...]
    machine: str
    python: str
    import_path: str
    bundled: str = ""
    sources: str = ""


@dataclass(frozen=True, slots=True)
class Parcel:
    """A bot ready to be sent: its label, and the archive of its files."""

    label: Label
    data: bytes


class UnfitError(Exception):
    """A host that cannot run a bot, whoever's mistake that is; never the bot's fault."""


def pack(program: Program, use: str = "", most_bytes: int = MOST_BYTES) -> Parcel:
    """Return a bot ready to be sent; `use` is what its plan calls it if it is a bundled one.

    Raise `PlanError`, placed within the bot, for files that are too many or cannot be sent.
    """
    roots = _roots(program)
    try:
        data = archived(roots, _wanted(program), frozenset(program.hidden), most_bytes)
    except ArchiveError as error:
        why = f"{error} (give the bot a folder with nothing but its own files)"
        raise PlanError(f"cannot be sent to other hosts: {why}", "folder") from None
    name = use.removeprefix("bots:")
    sources = fingerprint(name, bundle())
    hashed, machine = sha256(data).hexdigest(), os.uname().machine
    return Parcel(Label(program, hashed, roots, machine, sys.executable, _import_path(), name, sources), data)


def settled(label: Label, home: Path | None) -> Program | None:
    """Return the program that a label means on this host, where its files are in `home`, or None if they are needed.

    Raise `UnfitError` if it cannot run here.
    """
    if label.bundled and label.sources == fingerprint(label.bundled, bundle()):
        return _checked(_bundled_here(label))
    return None if home is None else _checked(_moved(label, home))


def shipped_folder() -> Path:
    """Return the folder that archives are unpacked in."""
    return cache_folder().with_name("shipped")


def _bundled_here(label: Label) -> Program:
    bots = bundle()
    try:
        command = bots.command(label.bundled)
    except (BuildError, OSError) as error:
        raise UnfitError(f"cannot build bots:{label.bundled}: {error}") from None
    return _at_home(replace(label.program, command=command, folder=bots.folder(label.bundled)), label)


def _moved(label: Label, home: Path) -> Program:
    """Return a program whose paths lead into `home`."""
    program = label.program
    places = {root: home / str(number) for number, root in enumerate(label.roots)}
    command = tuple(_word(word, program.folder, places) for word in program.command)
    if program.command[0] == label.python:
        command = (sys.executable, *command[1:])
    elif label.machine != os.uname().machine:
        raise UnfitError(f"the bot {program.key!r} is for {label.machine}, and this is {os.uname().machine}")
    environment = {name: _paths(value, places) for name, value in program.environment.items()}
    readable = tuple(_new(path, places) or path for path in program.readable)
    moved = replace(program, command=command, environment=environment, readable=readable)
    return _at_home(replace(moved, folder=places[program.folder]), label)


def _at_home(program: Program, label: Label) -> Program:
    """Return a program that imports the packages of this installation, and hides nothing that was elsewhere."""
    path = program.environment.get("PYTHONPATH")
    own = {"PYTHONPATH": _import_path()} if label.bundled and path == label.import_path else {}
    return replace(program, environment={**program.environment, **own}, hidden=())


def _checked(program: Program) -> Program:
    path = Path(program.command[0])
    if not path.is_file() or not os.access(path, os.X_OK):
        raise UnfitError(f"the bot {program.key!r} needs the program {str(path)!r}, which is not there")
    return program


def _word(word: str, folder: Path, places: Mapping[Path, Path]) -> str:
    """Return a word of a command; a path that leads out of the folder leads to where its file is now."""
    path = Path(os.path.abspath(folder / word))  # noqa: PTH100 (links stay as they are)
    if not word.startswith("/") and (path == folder or folder in path.parents):
        return word
    moved = _new(path, places)
    return word if moved is None else str(moved)


def _paths(value: str, places: Mapping[Path, Path]) -> str:
    """Return the value of an environment variable with the paths in it, divided by colons, where they are now."""
    parts = [_new(Path(part), places) if part.startswith("/") else None for part in value.split(":")]
    return ":".join(old if new is None else str(new) for old, new in zip(value.split(":"), parts, strict=True))


def _new(path: Path, places: Mapping[Path, Path]) -> Path | None:
    for root, place in places.items():
        if path == root or root in path.parents:
            return place / path.relative_to(root)
    return None


def _import_path() -> str:
    return str(Path(protocol.__file__).resolve().parent.parent)


def _roots(program: Program) -> tuple[Path, ...]:
    """Return the folder that a program runs in, and what of its files is not there."""
    outside = (path for path in _wanted(program) if path != program.folder and program.folder not in path.parents)
    return (program.folder, *outside)


def _wanted(program: Program) -> list[Path]:
    """Return the files and folders that travel."""
    folder = [] if is_crowded(program.folder) else [program.folder]
    places = [around(path) for path in named(program) if not _is_installed(path, program)]
    found = dict.fromkeys([*folder, *places, *program.readable])
    return [path for path in found if found.keys().isdisjoint(path.parents)]


def _is_installed(path: Path, program: Program) -> bool:
    """Tell whether a file that a command names is the system's, or an interpreter's in a folder ``bin`` of its own."""
    if program.folder in path.parents:
        return False
    homes = {Path(sys.prefix), Path(sys.base_prefix), *map(Path, SYSTEM)}
    return not homes.isdisjoint(path.parents) or (str(path) == program.command[0] and path.parent.name == "bin")
