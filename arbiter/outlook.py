"""The outlook: which files a bot in a sandbox sees, all of them read-only.

It sees the system's programs, the interpreter and the packages that reiver runs on, what its command names with the
folders around it, and its own folder. It sees no home directory, nothing of the other bots, and nothing that is secret.
"""

import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import protocol
from arbiter.program import Program

SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/nix/store", "/gnu/store")
SETTINGS = re.compile(r"(alternatives|dotnet|java.*|ld\.so.*|localtime|mono|nsswitch\.conf|php.*|python3.*)$")
# Folders of too much that is not the bot's: of these it sees just the files that its command names.
CROWDED = ("/", "/home", "/root", "/tmp", "/var", "/var/tmp", "/dev/shm", "/run", "/etc", "/proc", "/sys", "/dev")
_PROGRAMS = ("bin", "sbin")


def apart(programs: Sequence[Program]) -> tuple[Program, ...]:
    """Return the programs so that each hides from the others."""
    belongings = [[*_belongings(program)] for program in programs]
    return tuple(
        replace(own, hidden=(*own.hidden, *_of_others(own, [*belongings[:place], *belongings[place + 1 :]])))
        for place, own in enumerate(programs)
    )


def hiding(programs: Iterable[Program], secrets: Iterable[Path]) -> tuple[Program, ...]:
    """Return the programs so that none sees the `secrets`."""
    hidden = [_real(secret) for secret in secrets]
    return tuple(replace(program, hidden=(*program.hidden, *hidden)) for program in programs)


def arguments(program: Program, is_open: bool) -> Iterator[str]:
    """Yield bubblewrap's arguments that show a program what it may see.

    Unless it `is_open` to the bot's user, a folder that is just its owner's is not shown as it is, but made anew around what
    is in it.
    """
    hidden, places = frozenset(program.hidden), _places(program)
    for folder in dict.fromkeys(parent for path in (*places, program.folder) for parent in [*path.parents][-2::-1]):
        yield from ("--dir", str(folder))
    for path in places:
        yield from _shown(path, hidden, is_open)
    yield from ("--dir", str(program.folder), "--chdir", str(program.folder))


def _places(program: Program) -> list[Path]:
    """Return what is to be seen, without what is in something else of it."""
    etc = [Path("/etc", name) for name in sorted(os.listdir("/etc")) if SETTINGS.match(name)]  # noqa: PTH208
    own = [*_interpreters(program), *(around(path) for path in named(program)), *program.readable]
    packages = [Path(protocol.__file__).parent, Path(__file__).parent]
    folder = [] if is_crowded(program.folder) else [program.folder]
    found = dict.fromkeys([*map(Path, SYSTEM), *etc, *own, *packages, *folder])
    return [path for path in found if os.path.lexists(path) and found.keys().isdisjoint(path.parents)]


def named(program: Program) -> list[Path]:
    """Return the files that a program's command names."""
    paths = [Path(os.path.abspath(program.folder / word)) for word in program.command]  # noqa: PTH100 (links stay)
    return [path for path in paths if os.path.isfile(path)]  # noqa: PTH113 (a word may be too long for a path)


def around(path: Path) -> Path:
    """Return what to show for a file that a command names: the folder it is in, or just the file if that is too much."""
    return path if is_crowded(path.parent) else path.parent


def _interpreters(program: Program) -> list[Path]:
    """Return the trees that a program's executable belongs to, such as that of another Python or of Node."""
    executable = Path(program.command[0])
    homes = [path.parent.parent for path in (executable, _real(executable)) if path.parent.name in _PROGRAMS]
    homes += [Path(sys.prefix), Path(sys.base_prefix)]
    return [executable, _real(executable), *(home for home in homes if not is_crowded(home))]


def _of_others(own: Program, belongings: Iterable[Iterable[Path]]) -> list[Path]:
    """Return the folders and files of the other programs, those in `belongings`, that are not `own` too.

    Programs that somebody has put into one folder may need each other, so they see it whole.
    """
    files = [_real(path) for path in named(own)]
    mine = {_real(own.folder), *files}
    shared = {_real(own.folder), *(path.parent for path in files)}
    return [
        path
        for path in dict.fromkeys(path for paths in belongings for path in paths)
        if (path.is_dir() or path.parent not in shared) and not any(path == at or path in at.parents for at in mine)
    ]


def _belongings(program: Program) -> Iterator[Path]:
    files = [path for path in map(_real, named(program)) if path.parent.name not in _PROGRAMS]
    folders = [_real(program.folder), *(path.parent for path in files)]
    yield from (folder for folder in folders if not is_crowded(folder))
    yield from files


def _shown(path: Path, hidden: frozenset[Path], is_open: bool, is_link: bool = False) -> Iterator[str]:
    """Yield the arguments that show a path without what is hidden; a link in an opened folder stays a link."""
    real = _real(path)
    if not hidden.isdisjoint((real, *real.parents)):
        return
    if path.is_symlink() and (is_link or path.parent == Path("/")):
        yield from ("--symlink", os.readlink(path), str(path))  # noqa: PTH115
    elif path.is_dir() and (any(real in secret.parents for secret in hidden) or not (is_open or _is_for_all(path))):
        yield from ("--dir", str(path))
        for entry in sorted(path.iterdir()):
            yield from _shown(entry, hidden, is_open, is_link=True)
    else:
        yield from ("--ro-bind-try", str(path), str(path))


def _is_for_all(folder: Path) -> bool:
    return folder.stat().st_mode & 0o005 == 0o005


def is_crowded(folder: Path) -> bool:
    """Tell whether a folder holds more than a bot's business, such as a home directory."""
    real, home = _real(folder), _real(Path.home())
    return str(real) in CROWDED or real in (home, home / ".local", *home.parents)


def _real(path: Path) -> Path:
    return Path(os.path.realpath(path))
