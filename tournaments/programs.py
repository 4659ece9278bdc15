"""Programs: what a plan says of a bot, made into a command line that exists, a folder, options and limits.

``python`` and ``python3`` are the interpreter that reiver runs on, whatever is on PATH; another one goes by its path. A
program with a slash in it is looked for from the bot's folder, any other on PATH. A Python file that is not executable
runs on reiver's interpreter too.
"""

import os
import re
import shlex
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from msgspec import UNSET

from arbiter.probe import why_no_sandbox
from arbiter.process import BuildError
from arbiter.program import Limits, Program, Sandbox
from protocol.codec import encode
from protocol.framing import LONGEST_LINE
from protocol.messages import Set
from tournaments.bundle import Bundle, bundle
from tournaments.document import BotTable, LimitsTable, PlanError, Shelter, nearest

BUNDLED = "bots:"
LONGEST_KEY = 64
_PYTHONS = ("python", "python3")
_NAMED = re.compile(r"([^/\s=]+)=(.+)", re.DOTALL)
_KIB, _MIB = 1 << 10, 1 << 20


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a bot's entry is read in: the folder its paths start from, the limits and the sandbox of all bots."""

    base: Path
    limits: LimitsTable
    sandbox: Shelter = "auto"


def key_of(bot: BotTable) -> str:
    """Return the name a bot has in tables. Raise `PlanError`, placed within the bot, if it has no good one."""
    key = bot.name or bot.use.removeprefix(BUNDLED)
    if not key:
        raise PlanError("missing: a bot with a command needs a name", "name")
    if not key.isprintable() or key != key.strip() or len(key) > LONGEST_KEY:
        raise PlanError(f"a name is at most {LONGEST_KEY} printable characters without spaces at its ends", "name")
    return key


def program_of(bot: BotTable, around: Surroundings) -> Program:
    """Return the program of a bot. Raise `PlanError`, placed within the bot, for what does not exist."""
    key = key_of(bot)
    if bool(bot.use) == bool(bot.command):
        raise PlanError("a bot has either 'use' or 'command'" + (", not both" if bot.use else ""))
    options = {name: _option(name, value) for name, value in bot.options.items()}
    environment = _environment(bot.environment)
    limits = _limits(around.limits, bot.limits)
    if bot.use:
        name, bots = _bundled(bot)
        folder, environment = bots.folder(name), _import_path(name, bots) | environment
        command = _built(name, bots)
    else:
        folder = _folder(bot.folder, around.base)
        command = _command(_words(bot.command), folder, environment)
    readable = tuple(_readable(path, around.base, f"readable[{place}]") for place, path in enumerate(bot.readable))
    sandbox = _sandbox(around.sandbox if bot.sandbox is UNSET else bot.sandbox)
    return Program(key, command, folder, environment, options, limits, sandbox, readable)


def bot_of_text(text: str) -> BotTable:
    """Return the bot that an argument on the command line means.

    It is ``bots:NAME``, the path of a program, or a command line as a shell splits it; ``NAME=`` may stand before it.
    """
    named = _NAMED.fullmatch(text)
    if named and not Path(text).exists():
        return _bot_of_text(named[2], named[1])
    return _bot_of_text(text, "")


def _bot_of_text(text: str, name: str) -> BotTable:
    if text.startswith(BUNDLED):
        return BotTable(name=name, use=text)
    if Path(text).is_file():
        return BotTable(name=name or Path(text).stem, command=(str(Path(text).absolute()),))
    words = _words(text)
    if "/" not in words[0] and Path(words[0]).is_file() and shutil.which(words[0]) is None:
        words = (f"./{words[0]}", *words[1:])
    scripts = [word for word in words[1:] if not word.startswith("-")] if Path(words[0]).stem in _PYTHONS else []
    return BotTable(name=name or Path((scripts or words)[0]).stem, command=words)


def _words(command: str | tuple[str, ...]) -> tuple[str, ...]:
    try:
        words = tuple(shlex.split(command)) if isinstance(command, str) else command
    except ValueError as error:
        raise PlanError(str(error).lower(), "command") from None
    if not words or not words[0]:
        raise PlanError("empty", "command")
    if any("\0" in word for word in words):
        raise PlanError("a NUL character", "command")
    return words


def _command(words: tuple[str, ...], folder: Path, environment: Mapping[str, str]) -> tuple[str, ...]:
    program, *rest = words
    if program in _PYTHONS:
        return (sys.executable, *rest)
    if "/" not in program:
        found = shutil.which(program, path=environment.get("PATH"))
        if found is None:
            raise PlanError(f"no program {program!r} found on PATH{_hint(program, folder, environment)}", "command")
        return (os.path.abspath(found), *rest)  # noqa: PTH100 (symbolic links stay as they are)
    path = Path(os.path.abspath(folder / Path(program).expanduser()))  # noqa: PTH100
    if not path.is_file():
        raise PlanError(f"no program {program!r} in {str(folder)!r}", "command")
    if os.access(path, os.X_OK):
        return (str(path), *rest)
    if path.suffix == ".py":
        return (sys.executable, str(path), *rest)
    raise PlanError(f"the file {program!r} is not executable", "command")


def _hint(program: str, folder: Path, environment: Mapping[str, str]) -> str:
    if program.startswith(BUNDLED):
        return f"; a bundled bot is named by: use = {program!r}"
    if (folder / program).is_file():
        return f"; did you mean './{program}'?"
    places = environment.get("PATH", os.environ.get("PATH", "")).split(os.pathsep)
    names = {name for place in places if place and Path(place).is_dir() for name in os.listdir(place)}  # noqa: PTH208
    return nearest(program, [*_PYTHONS, *sorted(names)])


def _folder(folder: str, base: Path) -> Path:
    path = Path(os.path.abspath(base / Path(folder).expanduser()))  # noqa: PTH100
    if not path.is_dir():
        raise PlanError(f"no folder {str(path)!r}", "folder")
    return path


def _bundled(bot: BotTable) -> tuple[str, Bundle]:
    bots = bundle()
    if not bot.use.startswith(BUNDLED):
        raise PlanError(f"expected {BUNDLED}NAME, got {bot.use!r}", "use")
    if bot.folder:
        raise PlanError("a bundled bot has its own", "folder")
    name = bot.use.removeprefix(BUNDLED)
    if name not in bots.bots:
        names = ", ".join(bots.bots) or "none"
        raise PlanError(f"no bundled bot {name!r}{nearest(name, [*bots.bots])} (there are: {names})", "use")
    return name, bots


def _built(name: str, bots: Bundle) -> tuple[str, ...]:
    try:
        return bots.command(name)
    except BuildError as error:
        raise PlanError(f"cannot build {BUNDLED}{name}: {error}", "use") from None
    except OSError as error:
        raise PlanError(f"cannot build {BUNDLED}{name}: {error.filename}: {error.strerror}", "use") from None


def _import_path(name: str, bots: Bundle) -> dict[str, str]:
    """Return what a bundled Python bot needs to import `protocol` from a checkout that is not installed."""
    is_checkout = bots.root.name == "bots" and bots.bots[name].language == "Python"
    return {"PYTHONPATH": str(bots.root.parent)} if is_checkout else {}


def _readable(path: str, base: Path, place: str) -> Path:
    found = Path(os.path.abspath(base / Path(path).expanduser()))  # noqa: PTH100
    if not found.exists():
        raise PlanError(f"no file or folder {str(found)!r}", place)
    return found


def _sandbox(shelter: Shelter) -> Sandbox:
    """Return the sandbox that a bot gets: ``auto`` takes what can be had."""
    why = "" if shelter == "none" else why_no_sandbox()
    if why and shelter == "bwrap":
        raise PlanError(f"no sandbox can be had: {why}", "sandbox")
    return Sandbox.NONE if why or shelter == "none" else Sandbox.BWRAP


def _option(name: str, value: str | int | float | bool) -> str:
    place = f"options.{name}"
    if not name or not name.isascii() or not name.isprintable() or " " in name or len(name) > LONGEST_KEY:
        raise PlanError("an option's name is a word of printable ASCII", place)
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = str(value)
    if not text.isascii() or not text.isprintable():
        raise PlanError("an option's value is printable ASCII in one line", place)
    if len(encode(Set(name, text))) >= LONGEST_LINE:
        raise PlanError(f"with so long a value the line to the bot has more than {LONGEST_LINE} bytes", place)
    return text


def _environment(variables: Mapping[str, str]) -> dict[str, str]:
    for name, value in variables.items():
        if not name or "=" in name or "\0" in name + value:
            raise PlanError("no name or value of an environment variable", f"environment.{name}")
    return dict(variables)


def _limits(every: LimitsTable, own: LimitsTable) -> Limits:
    units = {"memory_mib": ("memory_bytes", _MIB), "files": ("files", 1), "file_mib": ("file_bytes", _MIB)}
    units |= {
        "processes": ("processes", 1),
        "cpu_s": ("cpu_ns", 1_000_000_000),
        "temporary_mib": ("temporary_bytes", _MIB),
    }
    units |= {"turn_kib": ("turn_bytes", _KIB), "game_kib": ("game_bytes", _KIB)}
    chosen = {}
    for name, (field, unit) in units.items():
        amount = getattr(own, name)
        amount = getattr(every, name) if amount is UNSET else amount
        if amount is not UNSET:
            chosen[field] = amount * unit
    return Limits(**chosen)
