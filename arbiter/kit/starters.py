"""The starters: one simple bot in many languages, each to be copied into a folder and changed."""

import re
import shlex
import shutil
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

PLAN = "plan.toml"

_PLAN_TEXT = """\
# {name} against two bundled bots: `reiver run {plan}` plays what the journal does not have yet.

name = "{name}"
variants = ["base", "tactics"]
rounds = 5          # deals for each two bots and variant, each played twice with seats swapped

[time]
move_ms = 1000

[[bots]]
name = "{name}"
command = {command}

[[bots]]
use = "bots:random"

[[bots]]
use = "bots:greedy"
"""


class StarterError(ValueError):
    """A starter that cannot be written: no such language, or a folder that will not do."""


class Starter(msgspec.Struct, frozen=True):
    """An entry of starters.toml; in its words ``{folder}`` is where the source is, ``{out}`` what is built."""

    language: str
    folder: str
    source: str
    command: tuple[str, ...]
    about: str = ""
    build: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()


def starters(root: Path) -> dict[str, Starter]:
    """Return the starters that are listed in the folder `root` of them, by name."""
    listing = root / "starters.toml"
    if not listing.is_file():
        return {}
    return msgspec.convert(tomllib.loads(listing.read_text(encoding="utf-8")), dict[str, Starter])


def starter_of(language: str, known: dict[str, Starter]) -> Starter:
    """Return the starter in a language, by its name or its language's. Raise `StarterError` if there is none."""
    for name, starter in known.items():
        if language.lower() in (name, starter.language.lower()):
            return starter
    raise StarterError(f"no starter in {language!r}; there are: {', '.join(known) or 'none'}")


def write(starter: Starter, root: Path, folder: Path) -> None:
    """Copy a starter into a folder that is new or empty, with a plan. Raise `StarterError` if it cannot be."""
    name = _name_of(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise StarterError(f"the folder {str(folder)!r} is not empty")
        shutil.copy(root / starter.folder / starter.source, folder)
        (folder / PLAN).write_text(_plan(starter, name), encoding="utf-8")
    except OSError as error:
        raise StarterError(f"{folder}: {(error.strerror or str(error)).lower()}") from None


def next_steps(starter: Starter, folder: Path) -> Iterator[str]:
    """Yield what to do next, a line each."""
    build = _here(starter.build, starter)
    missing = [program for program in starter.needs if shutil.which(program) is None]
    if missing:
        yield f"get {' and '.join(missing)}, which this starter needs and is not on the PATH"
    yield f"cd {shlex.quote(str(folder))}" + (f" && {shlex.join(build)}" if build else "")
    yield f"reiver check {shlex.quote(shlex.join(_here(starter.command, starter)))} && reiver run {PLAN}"
    again = ", build it again" if build else ""
    yield f"change the function 'choose' in {starter.source}{again}, and run it again with another --journal"


def _plan(starter: Starter, name: str) -> str:
    command = ", ".join(f'"{word}"' for word in _here(starter.command, starter))
    return _PLAN_TEXT.format(name=name, plan=PLAN, command=f"[{command}]")


def _here(words: Sequence[str], starter: Starter) -> list[str]:
    """Return the words of a command that is run in the bot's own folder, which what is built goes into as well."""
    out = f"./{Path(starter.source).stem}" if starter.command[0] == "{out}" else "."
    meanings = {"{python}": "python3", "{folder}/": "", "{folder}": ".", "{out}": out}
    return [_replaced(word, meanings) for word in words]


def _replaced(word: str, meanings: Mapping[str, str]) -> str:
    for mark, meaning in meanings.items():
        word = word.replace(mark, meaning)
    return word


def _name_of(folder: Path) -> str:
    """Return a bot's name that is made from its folder's."""
    name = re.sub(r"[^A-Za-z0-9_-]+", "-", folder.absolute().name).strip("-")[:32]
    return name or "mybot"
