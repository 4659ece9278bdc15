"""Bot processes: started, bounded, spoken to over pipes, and reaped with all that they have left behind."""

import contextlib
import ctypes
import errno
import os
import resource
import select
import shutil
import signal
import subprocess
import time
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

import psutil

from arbiter import tree
from arbiter.clock import MS
from arbiter.program import Limits as Limits
from arbiter.program import Program as Program
from arbiter.program import Sandbox, SandboxError
from arbiter.program import StartError as StartError
from arbiter.sandbox import Cell
from protocol.framing import Lines

PASSED_ON = ("PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR", "JAVA_HOME", "GOROOT")
APART = {"HOME": "/tmp", "TMPDIR": "/tmp"}
READ_BYTES = 1 << 16
THREADS = 512
STDERR_TAIL = 4096
TERM_NS = 200 * MS
REAP_S = 0.5
BREATH_S = 0.0005
_NO_CLOCK = 0x7FFF_FFFF
_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER = 1, 36
# Why a start may fail that no program is to blame for: the machine has no process or descriptor to give.
_OURS = (errno.EAGAIN, errno.EMFILE, errno.ENFILE)


class BuildError(Exception):
    """A build that failed; the message ends with what the compiler said last."""


class Process:
    """A running bot.

    `output` and `errors` are the file descriptors to poll for its standard output and standard error, `lines` frames the
    output. All pipes are non-blocking. `exit_status` is negative for a signal, and None until `has_ended` says so.
    """

    def __init__(self, program: Program) -> None:
        """Start a program. Raise `StartError` if the system refuses it, `OSError` if it has no process or file to give,
        `SandboxError` if the program is to have a sandbox and there is none.
        """
        self.program = program
        self.lines = Lines()
        self._errors_tail = b""
        self.exit_status: int | None = None
        self.looked_at_ns = time.monotonic_ns()
        self._cell = _cell_of(program)
        self._child = child = _start(program, self._cell)
        assert child.stdin and child.stdout and child.stderr
        self.pid = child.pid
        self.input, self.output, self.errors = child.stdin.fileno(), child.stdout.fileno(), child.stderr.fileno()
        for fd in (self.input, self.output, self.errors):
            os.set_blocking(fd, False)
        self._cpu_clock = _NO_CLOCK if self._cell else _clock_of(child.pid)
        _bound(child.pid, program.limits)
        if self._cell:
            self._move_in(self._cell)

    @property
    def bot_pid(self) -> int:
        """The process id of the bot itself, which in a sandbox is not that of the process started; 0 if there is none."""
        return self._cell.bot() if self._cell else self.pid

    def members(self) -> list[int]:
        """Return the process ids of the bot and of all its descendants."""
        return self._cell.members() if self._cell else tree.members(self.pid)

    def halt(self) -> list[int]:
        """Stop the bot and all its descendants, and return their process ids."""
        return tree.halt(self.members)

    def cpu_ns(self) -> int:
        """Return the CPU time that the process has used, children not included; 0 once it is gone."""
        try:
            return time.clock_gettime_ns(self._cpu_clock)
        except OSError:
            return self._find_clock()

    def write(self, data: bytes) -> int:
        """Write what the pipe takes at once and return how many bytes that is; a closed pipe takes all, unseen."""
        try:
            return os.write(self.input, data)
        except BlockingIOError:
            return 0
        except OSError:
            return len(data)

    def read(self, most: int = READ_BYTES) -> bytes | None:
        """Return bytes of standard output that are there, or None at its end."""
        try:
            return os.read(self.output, most) or None
        except BlockingIOError:
            return b""

    def drain_errors(self) -> bool:
        """Read standard error into the tail that is kept; return False at its end."""
        try:
            data = os.read(self.errors, READ_BYTES)
        except BlockingIOError:
            return True
        self._errors_tail = (self._errors_tail + data)[-STDERR_TAIL:]
        return bool(data)

    @property
    def errors_tail(self) -> bytes:
        """The last bytes of standard error in UTF-8; what could do something to a terminal is escaped."""
        text = self._errors_tail.decode("utf-8", "backslashreplace").replace("\r\n", "\n")
        return "".join(map(_harmless, text))[-STDERR_TAIL:].encode()

    def has_ended(self) -> bool:
        """Tell whether the process is dead. Nobody else gets its process id before `kill` reaps it."""
        if self.exit_status is None:
            ended = os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
            if ended:
                self.exit_status = self._told(ended.si_status if ended.si_code == os.CLD_EXITED else -ended.si_status)
        return self.exit_status is not None

    def wait(self, limit_ns: int) -> bool:
        """Wait for the process to end and return whether it has, draining its output so that it can."""
        deadline_ns = time.monotonic_ns() + limit_ns
        if self.has_ended():
            return True
        with _watched(self) as (watch, ending):
            while (left_ns := deadline_ns - time.monotonic_ns()) > 0:
                for fd, _ in watch.poll(left_ns // MS + 1):
                    if fd == ending:
                        return self.has_ended()
                    if not _swallow(self, fd):
                        watch.unregister(fd)
        return self.has_ended()

    def close_input(self) -> None:
        """Close the bot's standard input; nothing can be written any more."""
        assert self._child.stdin
        with contextlib.suppress(OSError):
            self._child.stdin.close()

    def terminate(self) -> None:
        """Send TERM to the bot's session."""
        self._signal(signal.SIGTERM)

    def stop(self, grace_ns: int) -> None:
        """Close the bot's input, give it `grace_ns` to end, then send TERM, and at last KILL to its whole session and tree."""
        self.close_input()
        if not self.wait(grace_ns):
            self.terminate()
            self.wait(TERM_NS)
        self.kill()

    def kill(self) -> None:
        """Kill the bot with its whole session and tree, reap it and close its pipes.

        A bot that is traced cannot be reaped as long as its tracer lives, which may be a stray; `kill_strays` does it then.
        """
        if self._child.returncode is not None:
            return
        if self._cell:
            self._cell.close()
        family = [] if self.has_ended() else self.halt()
        self._signal(signal.SIGKILL)
        tree.send(family, signal.SIGKILL)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.exit_status = self._told(self._child.wait(REAP_S))
        with contextlib.suppress(ValueError):
            self.drain_errors()
        for stream in (self._child.stdin, self._child.stdout, self._child.stderr):
            if stream:
                with contextlib.suppress(OSError):
                    stream.close()

    def _move_in(self, cell: Cell) -> None:
        """Set the limits of a sandbox, and let the bot start in it."""
        is_set_up = cell.await_first()
        if is_set_up:
            _bound(cell.first, self.program.limits, is_apart=True)
        if cell.owner is not None:
            for fd in (self.input, self.output, self.errors):
                os.fchown(fd, cell.owner, cell.owner)
        cell.open()
        if not is_set_up:
            self.wait(TERM_NS)
            self.kill()
            raise SandboxError(self.program, self._last_words())

    def check_sandbox(self) -> None:
        """Raise `SandboxError` if the process has ended because its sandbox could not be set up."""
        if self._cell and not self._cell.is_set_up():
            raise SandboxError(self.program, self._last_words())

    def _last_words(self) -> str:
        return self.errors_tail.decode(errors="replace").strip() or exit_text(self.exit_status)

    def _find_clock(self) -> int:
        """Return the CPU time of a bot in a sandbox, which can be found once it runs."""
        if self._cpu_clock != _NO_CLOCK or not self.bot_pid:
            return 0
        self._cpu_clock = _clock_of(self.bot_pid)
        return self.cpu_ns()

    def _told(self, status: int) -> int:
        """Return the exit status of the bot; a sandbox tells a signal by its number plus 128."""
        return 128 - status if self._cell and status > 128 else status

    def _signal(self, number: int) -> None:
        """Send a signal to the bot's group, which in a sandbox is led by the first process there."""
        if bot := self.bot_pid:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(os.getpgid(bot) if self._cell else bot, number)


def become_subreaper() -> None:
    """Let orphans among this process's descendants come back to it, so that `kill_strays` finds them."""
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)


def die_with_parent(number: int = signal.SIGTERM) -> None:
    """Ask for a signal when the thread that started this process ends."""
    _prctl(_PR_SET_PDEATHSIG, number)


def kill_strays(keep: Collection[int] = ()) -> int:
    """Kill and reap every child of this process whose pid is not in `keep`, with its descendants; return how many.

    Only for a process whose children are all bots, and that is a subreaper: descendants are found as they come back.
    """
    spared = set(keep)
    killed = 0
    while strays := _children() - spared:
        for pid in strays:
            try:
                os.kill(pid, signal.SIGKILL)
            except PermissionError:
                spared.add(pid)
        reaped = sum(_reap(pid) for pid in strays - spared)
        killed += reaped
        if not reaped:
            time.sleep(BREATH_S)
    return killed


def run_build(command: Sequence[str], folder: Path) -> None:
    """Run a build command in a folder. Raise `BuildError` if it cannot be started or fails."""
    if shutil.which(command[0]) is None:
        raise BuildError(f"no program {command[0]!r} found on PATH, which the build needs")
    done = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    if done.returncode:
        said = (done.stderr or done.stdout).decode(errors="replace").strip().splitlines()[-5:]
        raise BuildError(f"{' '.join(command)} failed with exit status {done.returncode}: " + " / ".join(said))


def exit_text(status: int | None) -> str:
    """Return an exit status in words."""
    if status is None:
        return "the process is still alive"
    if status >= 0:
        return f"exit status {status}"
    try:
        return f"killed by {signal.Signals(-status).name}"
    except ValueError:
        return f"killed by signal {-status}"


def _environment(program: Program, *, is_apart: bool) -> dict[str, str]:
    passed_on = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
    return passed_on | (APART if is_apart else {}) | dict(program.environment)


def _cell_of(program: Program) -> Cell | None:
    """Return a sandbox for a program that wants one and is there, which in a sandbox could not be told."""
    if program.sandbox is Sandbox.NONE:
        return None
    if not os.access(program.command[0], os.X_OK):
        why = errno.EACCES if os.path.exists(program.command[0]) else errno.ENOENT  # noqa: PTH110
        raise StartError(program, os.strerror(why))
    return Cell(program)


def _start(program: Program, cell: Cell | None) -> "subprocess.Popen[bytes]":
    """Start a program, in a sandbox if there is one."""
    try:
        return subprocess.Popen(
            cell.command if cell else _tied(program),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=program.folder,
            env=_environment(program, is_apart=cell is not None),
            bufsize=0,
            start_new_session=True,
            pass_fds=cell.fds if cell else (),
        )
    except (OSError, ValueError) as error:
        if cell:
            cell.close()
        if isinstance(error, OSError) and error.errno in _OURS:
            raise
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise StartError(program, why) from error
    finally:
        if cell:
            cell.close_far_ends()


def _tied(program: Program) -> tuple[str, ...]:
    """Return the command of a program without a sandbox, which dies with the thread that starts it if `setpriv` is there.

    What the system would not start is left as it is, so that the system says why.
    """
    setpriv = shutil.which("setpriv")
    if setpriv is None or not _is_startable(program.command[0]):
        return program.command
    return (setpriv, "--pdeathsig", "KILL", "--", *program.command)


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


def _bound(pid: int, limits: Limits, *, is_apart: bool = False) -> None:
    """Set the limits that Linux keeps by itself. The number of tasks is counted for each user, and a sandbox has its own."""
    bounds = [(resource.RLIMIT_CORE, 0), (resource.RLIMIT_NOFILE, limits.files), (resource.RLIMIT_FSIZE, limits.file_bytes)]
    if is_apart and limits.processes is not None:
        bounds.append((resource.RLIMIT_NPROC, THREADS + limits.processes))
    for which, value in bounds:
        with contextlib.suppress(ProcessLookupError):
            _, hard = resource.prlimit(pid, which)
            most = value if hard == resource.RLIM_INFINITY else min(value, hard)
            resource.prlimit(pid, which, (most, most))


def _clock_of(pid: int) -> int:
    return (~pid << 3) | 2


@contextlib.contextmanager
def _watched(process: Process) -> Iterator[tuple[select.poll, int]]:
    ending = os.pidfd_open(process.pid)
    try:
        watch = select.poll()
        watch.register(ending, select.POLLIN)
        watch.register(process.output, select.POLLIN)
        watch.register(process.errors, select.POLLIN)
        yield watch, ending
    finally:
        os.close(ending)


def _harmless(character: str) -> str:
    if character.isprintable() or character in "\n\t":
        return character
    return character.encode("unicode_escape").decode("ascii")


def _swallow(process: Process, fd: int) -> bool:
    return process.drain_errors() if fd == process.errors else process.read() is not None


def _children() -> set[int]:
    """Return the process ids of this process's children, fast enough for those that fork and end all the time."""
    try:
        lists = [path.read_text() for path in Path("/proc/self/task").glob("*/children")]
    except OSError:
        lists = []
    if not lists:
        return {child.pid for child in psutil.Process().children()}
    return {int(pid) for pids in lists for pid in pids.split()}


def _reap(pid: int) -> bool:
    """Bury a child that is dead; one that is traced cannot be waited for before its tracer is dead too."""
    return os.waitpid(pid, os.WNOHANG)[0] == pid


def _prctl(option: int, value: int) -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(option, value, 0, 0, 0):
        raise OSError(ctypes.get_errno(), f"prctl({option}) failed")


