"""The bots that travel with reiver: what ``bots:NAME`` means, and where the compiled ones are kept."""

import os
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import msgspec

import arbiter
from arbiter.process import run_build


class BundledBot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry of bots.toml.

    In its words ``{python}`` stands for the interpreter, ``{folder}`` for the folder, ``{out}`` for the program that
    `build` makes, outside that folder.
    """

    language: str
    folder: str
    command: tuple[str, ...]
    about: str
    build: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Bundle:
    """The bundled bots by name, and the folder they are in."""

    root: Path
    bots: dict[str, BundledBot]

    def command(self, name: str, cache: Path | None = None) -> tuple[str, ...]:
        """Return the command line of a bot, which is built first if it has to be and is not yet.

        Raise `arbiter.process.BuildError` if that fails.
        """
        bot = self.bots[name]
        out = built(bot, self.folder(name), cache or cache_folder()) if bot.build else Path()
        return _filled(bot.command, self.folder(name), out)

    def folder(self, name: str) -> Path:
        """Return the folder that a bot runs in."""
        return self.root / self.bots[name].folder


def bundle() -> Bundle:
    """Return the bots of this installation, or of the checkout that it runs from."""
    package = Path(arbiter.__file__).resolve().parent
    installed = package / "bundled_bots"
    root = installed if installed.is_dir() else package.parent / "bots"
    listing = root / "bots.toml"
    if not listing.is_file():
        return Bundle(root, {})
    return Bundle(root, msgspec.convert(tomllib.loads(listing.read_text(encoding="utf-8")), dict[str, BundledBot]))


def fingerprint(name: str, bots: Bundle) -> str:
    """Return the hash of a bot's sources and of the words that build and start it; nothing if there is no such bot."""
    if name not in bots.bots:
        return ""
    bot = bots.bots[name]
    return _digest("\0".join([*bot.build, "", *bot.command]), bots.folder(name))


def cache_folder() -> Path:
    """Return the folder for built bots, by the XDG rules."""
    named = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(named) if Path(named).is_absolute() else Path.home() / ".cache") / "reiver" / "bots"


def built(bot: BundledBot, folder: Path, cache: Path) -> Path:
    """Return the program that is built from a folder, building it if these very sources were never built before.

    It is built elsewhere and then renamed, so that nobody ever sees half a program.
    """
    system = os.uname()
    home = cache / _digest("\0".join([system.sysname, system.machine, *bot.build]), folder)
    if not home.is_dir():
        cache.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".building-", dir=cache, ignore_cleanup_errors=True) as workshop:
            product = Path(workshop) / "product"
            product.mkdir()
            run_build(_filled(bot.build, folder, product / "program"), folder)
            _move(product, home)
    return home / "program"


def _move(product: Path, home: Path) -> None:
    try:
        product.rename(home)
    except OSError:
        # Another process may have built the same meanwhile.
        if not home.is_dir():
            raise


def _filled(words: Sequence[str], folder: Path, out: Path) -> tuple[str, ...]:
    meanings = {"{python}": sys.executable, "{folder}": str(folder), "{out}": str(out)}
    return tuple(_replaced(word, meanings) for word in words)


def _replaced(word: str, meanings: dict[str, str]) -> str:
    for mark, meaning in meanings.items():
        word = word.replace(mark, meaning)
    return word


def _digest(start: str, folder: Path) -> str:
    digest = sha256(start.encode())
    for path in _sources(folder):
        data = path.read_bytes()
        digest.update(f"\0{path.relative_to(folder)}\0{len(data)}\0".encode(errors="surrogateescape"))
        digest.update(data)
    return digest.hexdigest()


def _sources(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        hidden = any(part.startswith((".", "__pycache__")) for part in path.relative_to(folder).parts)
        if path.is_file() and not hidden:
            yield path
