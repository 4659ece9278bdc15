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
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import psutil

from arbiter.clock import MS
from protocol.framing import Lines

PASSED_ON = ("PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR", "JAVA_HOME", "GOROOT")
READ_BYTES = 1 << 16
STDERR_TAIL = 4096
TERM_NS = 200 * MS
REAP_S = 0.5
BREATH_S = 0.0005
_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER = 1, 36
# Why a start may fail that no program is to blame for: the machine has no process or descriptor to give.
_OURS = (errno.EAGAIN, errno.EMFILE, errno.ENFILE)


@dataclass(frozen=True, slots=True)
class Limits:
    """What a bot may use. `turn_bytes` and `game_bytes` bound its standard output; `memory_bytes` is the address space."""

    memory_bytes: int | None = None
    files: int = 1024
    file_bytes: int = 1 << 28
    turn_bytes: int = 1 << 16
    game_bytes: int = 1 << 20


@dataclass(frozen=True, slots=True)
class Program:
    """A bot as an operator names it: `key` in tables, the `command` run in `folder`, its environment and options."""

    key: str
    command: tuple[str, ...]
    folder: Path
    environment: Mapping[str, str] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)
    limits: Limits = Limits()


class StartError(Exception):
    """A program that the system does not start; `why` says it in the system's words."""

    def __init__(self, program: Program, why: str) -> None:
        super().__init__(f"{program.key}: {program.command[0]}: {why}")
        self.program, self.why = program, why


class BuildError(Exception):
    """A build that failed; the message ends with what the compiler said last."""


class Process:
    """A running bot.

    `output` and `errors` are the file descriptors to poll for its standard output and standard error, `lines` frames the
    output. All pipes are non-blocking. `exit_status` is negative for a signal, and None until `has_ended` says so.
    """

    def __init__(self, program: Program) -> None:
        """Start a program. Raise `StartError` if the system refuses it, `OSError` if it has no process or file to give."""
        self.program = program
        self.lines = Lines()
        self.errors_tail = b""
        self.exit_status: int | None = None
        try:
            self._child = subprocess.Popen(
                program.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=program.folder,
                env=_environment(program.environment),
                bufsize=0,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            if isinstance(error, OSError) and error.errno in _OURS:
                raise
            why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            raise StartError(program, why) from error
        child = self._child
        assert child.stdin and child.stdout and child.stderr
        self.pid = child.pid
        self.input, self.output, self.errors = child.stdin.fileno(), child.stdout.fileno(), child.stderr.fileno()
        for fd in (self.input, self.output, self.errors):
            os.set_blocking(fd, False)
        self._cpu_clock = (~child.pid << 3) | 2
        _bound(child.pid, program.limits)

    def cpu_ns(self) -> int:
        """Return the CPU time that the process has used, children not included; 0 once it is gone."""
        try:
            return time.clock_gettime_ns(self._cpu_clock)
        except OSError:
            return 0

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
        self.errors_tail = (self.errors_tail + data)[-STDERR_TAIL:]
        return bool(data)

    def has_ended(self) -> bool:
        """Tell whether the process is dead. Nobody else gets its process id before `kill` reaps it."""
        if self.exit_status is None:
            ended = os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
            if ended:
                self.exit_status = ended.si_status if ended.si_code == os.CLD_EXITED else -ended.si_status
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
        tree = [] if self.has_ended() else _descendants(self.pid)
        self._signal(signal.SIGKILL)
        _kill(tree)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.exit_status = self._child.wait(REAP_S)
        with contextlib.suppress(ValueError):
            self.drain_errors()
        for stream in (self._child.stdin, self._child.stdout, self._child.stderr):
            if stream:
                with contextlib.suppress(OSError):
                    stream.close()

    def _signal(self, number: int) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, number)


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


def _environment(own: Mapping[str, str]) -> dict[str, str]:
    return {name: os.environ[name] for name in PASSED_ON if name in os.environ} | dict(own)


def _bound(pid: int, limits: Limits) -> None:
    bounds = [(resource.RLIMIT_CORE, 0), (resource.RLIMIT_NOFILE, limits.files), (resource.RLIMIT_FSIZE, limits.file_bytes)]
    if limits.memory_bytes is not None:
        bounds.append((resource.RLIMIT_AS, limits.memory_bytes))
    for which, value in bounds:
        with contextlib.suppress(ProcessLookupError):
            _, hard = resource.prlimit(pid, which)
            bound = value if hard == resource.RLIM_INFINITY else min(value, hard)
            resource.prlimit(pid, which, (bound, bound))


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


def _descendants(pid: int) -> list[psutil.Process]:
    try:
        return psutil.Process(pid).children(recursive=True)
    except psutil.Error:
        return []


def _kill(processes: Sequence[psutil.Process]) -> None:
    for process in processes:
        with contextlib.suppress(psutil.Error):
            process.kill()


def _prctl(option: int, value: int) -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(option, value, 0, 0, 0):
        raise OSError(ctypes.get_errno(), f"prctl({option}) failed")


