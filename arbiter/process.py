"""Bot processes: started, bounded, spoken to over pipes, and reaped with all that belongs to them."""

import contextlib
import errno
import os
import select
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from arbiter import tree
from arbiter.control import MS
from arbiter.launch import bound, cell_of, environment, tied
from arbiter.program import Limits as Limits
from arbiter.program import Program as Program
from arbiter.program import SandboxError
from arbiter.program import StartError as StartError
from arbiter.sandbox import Cell
from protocol.framing import Lines

READ_BYTES: Final = 1 << 16
STDERR_TAIL: Final = 4096
TERM_NS: Final = 200 * MS
REAP_S: Final = 0.5
_NO_CLOCK: Final = 0x7FFF_FFFF
# Why a start may fail that no program is to blame for: the machine has no process or descriptor to give.
_OURS: Final = (errno.EAGAIN, errno.EMFILE, errno.ENFILE)


class BuildError(Exception):
    """A build that failed; the message ends with what the compiler said last."""


class Process:
    """A running bot.

    `output` and `errors` are the file descriptors to poll for its standard output and standard error, `lines` frames the
    output. All pipes are non-blocking. `exit_status` is negative for a signal, and None until `has_ended` says so;
    `started_ns` is when the program began, on the monotonic clock.
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
        self._cell = cell_of(program)
        self._child = child = _start(program, self._cell)
        assert child.stdin
        assert child.stdout
        assert child.stderr
        self.pid = child.pid
        self.input, self.output, self.errors = child.stdin.fileno(), child.stdout.fileno(), child.stderr.fileno()
        for fd in (self.input, self.output, self.errors):
            os.set_blocking(fd, False)
        self._cpu_clock = _NO_CLOCK if self._cell else _clock_of(child.pid)
        bound(child.pid, program.limits)
        if self._cell:
            try:
                self._move_in(self._cell)
            except BaseException:
                self.kill()
                raise
        self.started_ns = time.monotonic_ns()

    @property
    def bot_pid(self) -> int:
        """The process id of the bot itself, which in a sandbox is not that of the process started; 0 if there is none."""
        return self._cell.bot() if self._cell else self.pid

    def members(self) -> list[int]:
        """Return the process ids of the bot and of all its descendants."""
        return self._cell.members() if self._cell else tree.members(self.pid)

    def stored_bytes(self) -> int:
        """Return the memory that files take which only a sandbox has."""
        return self._cell.stored_bytes() if self._cell else 0

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
            bound(cell.first, self.program.limits, is_apart=True)
        if cell.owner is not None:
            for fd in (self.input, self.output, self.errors):
                os.fchown(fd, cell.owner, cell.owner)
        cell.open()
        if not is_set_up:
            self.wait(TERM_NS)
            self.drain_errors()
            raise SandboxError(self.program, self._last_words())

    def check_sandbox(self) -> None:
        """Raise `SandboxError` if the process has ended because its sandbox could not be set up."""
        if self._cell and not self._cell.is_set_up():
            self.drain_errors()
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


def _start(program: Program, cell: Cell | None) -> "subprocess.Popen[bytes]":
    """Start a program, in a sandbox if there is one."""
    try:
        return subprocess.Popen(
            cell.command if cell else tied(program),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=program.folder,
            env=environment(program, is_apart=cell is not None),
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
