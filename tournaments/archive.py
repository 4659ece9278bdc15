"""An archive: files and folders as the bytes of a tar file that depend on nothing else, and back."""

import io
import os
import stat
import tarfile
import tempfile
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path

MOST_BYTES = 64 << 20
SKIPPED = frozenset({".git", ".hg", ".svn", "__pycache__"})
_MIB = 1 << 20


class ArchiveError(Exception):
    """Files that cannot be put into an archive, or an archive that cannot be used."""


def archived(
    roots: Sequence[Path], wanted: Sequence[Path], hidden: frozenset[Path], most_bytes: int = MOST_BYTES
) -> bytes:
    """Return an archive of the files and folders `wanted`, without those that are `hidden`.

    What is below the first of `roots` is below ``0`` in it, and so on. Raise `ArchiveError` for more than `most_bytes`.
    """
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w", format=tarfile.PAX_FORMAT) as tar:
        writer = _Writer(tar, hidden, most_bytes)
        for number, root in enumerate(roots):
            if root.is_dir():
                tar.addfile(_entry(str(number), tarfile.DIRTYPE))
            for path in wanted:
                if path == root or root in path.parents:
                    writer.add(path, root, Path(str(number)))
    return stream.getvalue()


def unpacked(data: bytes, name: str, cache: Path) -> Path:
    """Return the folder in `cache` of the archive whose SHA-256 is `name`.

    If it is not there yet it is filled elsewhere and then renamed, so that nobody ever sees half of it.
    """
    home = cache / name
    if not home.is_dir():
        if sha256(data).hexdigest() != name:
            raise ArchiveError(f"the archive does not have the hash {name}")
        cache.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".unpacking-", dir=cache, ignore_cleanup_errors=True) as workshop:
            files = Path(workshop) / "files"
            _extract(data, files)
            _move(files, home)
    return home


class _Writer:
    """Puts files into a tar file, sorted, and each just as its contents say."""

    def __init__(self, tar: tarfile.TarFile, hidden: frozenset[Path], most_bytes: int) -> None:
        self._tar, self._hidden, self._most_bytes = tar, hidden, most_bytes
        self._bytes = 0

    def add(self, wanted: Path, root: Path, name: Path) -> None:
        """Add a file or a folder that is below `root`, whose name in the archive is `name`."""
        for path in self._files(wanted):
            try:
                self._put(path, root, str(name / path.relative_to(root)))
            except OSError as error:
                raise ArchiveError(f"{str(path)!r}: {error.strerror}") from None
            if self._bytes > self._most_bytes:
                raise ArchiveError(f"{str(wanted)!r} holds more than {self._most_bytes / _MIB:g} MiB")

    def _files(self, path: Path) -> Iterator[Path]:
        real = Path(os.path.realpath(path))
        if path.name in SKIPPED or not self._hidden.isdisjoint((real, *real.parents)):
            return
        yield path
        if path.is_dir() and not path.is_symlink():
            for inner in sorted(path.iterdir()):
                yield from self._files(inner)

    def _put(self, path: Path, root: Path, name: str) -> None:
        """Put one file, folder or link into the archive; what is none of these has no use elsewhere."""
        if path.is_symlink() and _leads_inside(path, root):
            entry = _entry(name, tarfile.SYMTYPE)
            entry.linkname = os.readlink(path)  # noqa: PTH115
            self._tar.addfile(entry)
        elif path.is_dir():
            if path.is_symlink():
                raise ArchiveError(f"{str(path)!r} links to a folder elsewhere")
            self._tar.addfile(_entry(name, tarfile.DIRTYPE))
        elif path.is_file():
            self._bytes += path.stat().st_size
            if self._bytes <= self._most_bytes:
                self._tar.addfile(*_contents(path, name))


def _contents(path: Path, name: str) -> tuple[tarfile.TarInfo, io.BytesIO]:
    entry, data = _entry(name, tarfile.REGTYPE), path.read_bytes()
    entry.size, entry.mode = len(data), 0o755 if path.stat().st_mode & stat.S_IXUSR else 0o644
    return entry, io.BytesIO(data)


def _entry(name: str, kind: bytes) -> tarfile.TarInfo:
    entry = tarfile.TarInfo(name)
    entry.type, entry.mode = kind, 0o755
    return entry


def _leads_inside(link: Path, root: Path) -> bool:
    target = os.readlink(link)  # noqa: PTH115
    return not target.startswith("/") and root in Path(os.path.abspath(link.parent / target)).parents  # noqa: PTH100


def _extract(data: bytes, folder: Path) -> None:
    with tarfile.open(fileobj=io.BytesIO(data), mode="r") as tar:
        if hasattr(tarfile, "data_filter"):  # Python 3.11.4
            tar.extraction_filter = tarfile.data_filter
        tar.extractall(folder)


def _move(folder: Path, home: Path) -> None:
    try:
        folder.rename(home)
    except OSError:
        # Another worker of this host may have unpacked the same meanwhile.
        if not home.is_dir():
            raise
