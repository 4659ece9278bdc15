"""A lock file: one owner at a time, and none once the owner's process has ended, however it ended."""

import fcntl
import os
from pathlib import Path


class LockedError(Exception):
    """A lock that another process has; `owner` is its process id in text, or nothing."""

    def __init__(self, path: Path, owner: str) -> None:
        super().__init__(f"{path} is locked by process {owner or 'unknown'}")
        self.owner = owner


class Lock:
    """A lock that is taken, until `release` or the end of the process."""

    def __init__(self, path: Path) -> None:
        """Take the lock. Raise `LockedError` if it is taken, `OSError` if the file cannot be made."""
        self._path = path
        while not self._take():
            pass

    def release(self) -> None:
        """Give the lock back and remove its file."""
        self._path.unlink(missing_ok=True)
        os.close(self._fd)

    def _take(self) -> bool:
        """Lock the file; return false if its last owner has just removed it."""
        fd = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            owner = os.read(fd, 20).decode("ascii", "replace").strip()
            os.close(fd)
            raise LockedError(self._path, owner if owner.isdecimal() else "") from None
        if not self._names(fd):
            os.close(fd)
            return False
        os.ftruncate(fd, 0)
        os.write(fd, f"{os.getpid()}\n".encode())
        self._fd = fd
        return True

    def _names(self, fd: int) -> bool:
        try:
            return os.path.samestat(os.fstat(fd), self._path.stat())
        except FileNotFoundError:
            return False
