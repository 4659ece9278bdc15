"""The launch of a program: its command, its environment, the limits that Linux keeps, and its sandbox."""

import contextlib
import errno
import os
import resource
import shutil
import stat

from arbiter.outlook import named
from arbiter.program import Limits, Program, Sandbox, StartError
from arbiter.sandbox import Cell

PASSED_ON = ("PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR", "JAVA_HOME", "GOROOT")
APART = {"HOME": "/tmp", "TMPDIR": "/tmp"}
THREADS = 512
# A program in machine code may be executable alone.
_READABLE = stat.S_IROTH | stat.S_IXOTH


def environment(program: Program, *, is_apart: bool) -> dict[str, str]:
    """Return the environment of a program: little of this process's own, and what the plan says."""
    passed_on = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
    return passed_on | (APART if is_apart else {}) | dict(program.environment)


def cell_of(program: Program) -> Cell | None:
    """Return a sandbox for a program that wants one and is there, which in a sandbox could not be told."""
    if program.sandbox is Sandbox.NONE:
        return None
    if not os.access(program.command[0], os.X_OK):
        why = errno.EACCES if os.path.exists(program.command[0]) else errno.ENOENT  # noqa: PTH110
        raise StartError(program, os.strerror(why))
    # The bot of root has a user of its own there.
    if os.geteuid() == 0 and (
        path := next((path for path in named(program) if not path.stat().st_mode & _READABLE), None)
    ):
        raise StartError(program, f"in a sandbox it may not read {path.name}, which is just for its owner (chmod o+rx)")
    return Cell(program)


def tied(program: Program) -> tuple[str, ...]:
    """Return the command of a program without a sandbox, which dies with the thread that starts it if `setpriv` is there.

    What the system would not start is left as it is, so that the system says why.
    """
    setpriv = shutil.which("setpriv")
    if setpriv is None or not _is_startable(program.command[0]):
        return program.command
    return (setpriv, "--pdeathsig", "KILL", "--", *program.command)


def bound(pid: int, limits: Limits, *, is_apart: bool = False) -> None:
    """Set the limits that Linux keeps by itself. The number of tasks is counted for each user, and a sandbox has its own."""
    bounds = [
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_NOFILE, limits.files),
        (resource.RLIMIT_FSIZE, limits.file_bytes),
    ]
    if is_apart and limits.processes is not None:
        bounds.append((resource.RLIMIT_NPROC, THREADS + limits.processes))
    for which, value in bounds:
        with contextlib.suppress(ProcessLookupError):
            _, hard = resource.prlimit(pid, which)
            most = value if hard == resource.RLIM_INFINITY else min(value, hard)
            resource.prlimit(pid, which, (most, most))


def _is_startable(path: str) -> bool:
    """Tell whether a file is a program in machine code, or a script whose interpreter is there."""
    try:
        with open(path, "rb") as file:  # noqa: PTH123
            head = file.readline(256)
    except OSError:
        return False
    interpreter = head[2:].split()[:1]
    is_script = head.startswith(b"#!") and bool(interpreter) and os.access(interpreter[0], os.X_OK)
    return os.access(path, os.X_OK) and (is_script or head.startswith(b"\x7fELF"))
