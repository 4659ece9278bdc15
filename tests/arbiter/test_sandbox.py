"""The sandbox: what a bot in it sees, may and can, told by processes in one."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import psutil
import pytest

from arbiter.control import MS, TimeControl
from arbiter.match import Match
from arbiter.outlook import apart, hiding
from arbiter.probe import why_no_sandbox
from arbiter.process import Process
from arbiter.program import Limits, Program, Sandbox, SandboxError, StartError
from tests.games import order
from tests.timeouts import SCALE, TIMEOUT

WHY = why_no_sandbox()
LONG_NS = int(20_000 * MS * SCALE)
PATIENT = TimeControl(move_ns=LONG_NS, startup_ns=LONG_NS, setup_ns=LONG_NS)

pytestmark = pytest.mark.skipif(bool(WHY), reason=f"no sandbox: {WHY}")

Run = Callable[..., Any]


def bot(folder: Path, code: str, *words: str, **keys: Any) -> Program:
    """A program of Python in a file of its own."""
    folder.mkdir(exist_ok=True)
    (folder / "bot.py").write_text(f"import json, os, signal, subprocess, sys, time\nfrom pathlib import Path\n{code}")
    return Program("bot", (sys.executable, "-S", "bot.py", *words), folder, sandbox=Sandbox.BWRAP, **keys)


@pytest.fixture
def started() -> Iterator[Callable[[Program], Process]]:
    """Start programs, which are killed in the end."""
    processes: list[Process] = []

    def start(program: Program) -> Process:
        processes.append(Process(program))
        return processes[-1]

    yield start
    for process in processes:
        process.kill()


@pytest.fixture
def run(tmp_path: Path, started: Callable[[Program], Process]) -> Run:
    """Run code in a sandbox and return the value that it passes to ``tell``."""

    def run(code: str, *words: str, **keys: Any) -> Any:
        process = started(bot(tmp_path / "bot", "def tell(it): print(json.dumps(it), flush=True)\n" + code, *words, **keys))
        line = said(process)
        assert line, process.errors_tail.decode()
        return json.loads(line)

    return run


def said(process: Process) -> bytes:
    """Return the next line of a process, or what there is at its end."""
    os.set_blocking(process.output, True)
    line = b""
    while not line.endswith(b"\n") and (part := process.read(1)):
        line += part
    process.drain_errors()
    return line


def test_bot_is_alone_without_rights_and_without_network(run: Run) -> None:
    seen = run("""
status = dict(line.split(":\\t") for line in Path("/proc/self/status").read_text().splitlines() if ":\\t" in line)
links = [line.split(":")[0].strip() for line in Path("/proc/net/dev").read_text().splitlines()[2:]]
pids = [int(name) for name in os.listdir("/proc") if name.isdigit()]
tell([{key: status[key] for key in ("CapPrm", "CapEff", "CapBnd", "CapAmb", "NoNewPrivs")}, links, pids, os.getpid(),
    os.listdir("/proc/self/fd"), os.uname().nodename, os.getcwd(), os.getuid(), Path("/etc/passwd").read_text()])
""")
    rights, links, pids, pid, files, host, folder, user, users = seen
    assert rights.pop("NoNewPrivs") == "1"
    assert set(rights.values()) <= {"0" * 16}
    assert links == ["lo"]
    assert sorted(pids) == [1, pid]
    assert sorted(files) == ["0", "1", "2", "3"]
    assert host == "bot"
    assert folder.endswith("/bot")
    assert user not in (0, 65534)
    assert users.startswith(f"bot:x:{user}:")


def test_bot_cannot_reach_services_of_this_machine(run: Run) -> None:
    import socket

    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        assert run(f"""
import socket
try:
    socket.create_connection(("127.0.0.1", {port}), 1)
except OSError as error:
    tell(type(error).__name__)
""") == "ConnectionRefusedError"


def test_environment_is_a_short_list(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET", "x")
    names = run("tell([dict(os.environ), Path('/proc/1/environ').exists()])", environment={"OWN": "1"})[0]
    assert names["OWN"] == "1"
    assert names["HOME"] == names["TMPDIR"] == "/tmp"
    assert "SECRET" not in names
    assert "PATH" in names


@pytest.mark.skipif(os.geteuid() != 0, reason="an ordinary user's bot has its user")
def test_a_file_that_is_just_for_its_owner_is_named(tmp_path: Path, started: Callable[[Program], Process]) -> None:
    program = bot(tmp_path / "bot", "")
    (program.folder / "bot.py").chmod(0o600)
    with pytest.raises(StartError, match=r"in a sandbox it may not read bot.py, which is just for its owner"):
        started(program)


def test_nothing_but_temporary_files_can_be_written_and_they_are_bounded(run: Run) -> None:
    failures = run("""
def fails(path, bytes=1):
    try:
        with open(path, "wb") as file:
            for _ in range(bytes // 4096 + 1):
                file.write(bytes % 4096 * b"x" if bytes < 4096 else 4096 * b"x")
    except OSError as error:
        return error.strerror
tell([fails(path) for path in ("x", "/x", "/dev/x", "/usr/x", "/etc/x", "/proc/sys/kernel/core_uses_pid", "/tmp/x",
      "/dev/shm/x")] + [fails(path, 3 << 20) for path in ("/tmp/x", "/dev/shm/x")])
""", limits=Limits(temporary_bytes=2 << 20))
    assert None not in failures[:6]
    assert failures[6:8] == [None, None]
    assert failures[8:] == ["No space left on device"] * 2


def test_home_other_files_and_secrets_are_not_there(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / "key").write_text("secret")
    monkeypatch.setenv("HOME", str(home))
    (tmp_path / "bot").mkdir()
    (tmp_path / "bot" / "way").symlink_to(home / "key")
    paths = [str(path) for path in (home, home / "key", tmp_path / "bot" / "way", "/etc/shadow", "/root/.ssh", "/home")]
    assert run(f"tell([os.path.exists(path) for path in {paths}] + os.listdir({str(tmp_path)!r}))") == [*[False] * 6, "bot"]


def test_bots_see_no_folder_of_another_nor_a_secret_and_share_only_the_folder_they_are_both_in(
    tmp_path: Path, started: Callable[[Program], Process]
) -> None:
    code = "print(sorted(str(path) for path in Path().rglob('*') if path.is_file()), flush=True)"
    programs = []
    for name in ("anne", "bert"):
        bot(tmp_path, code)
        (tmp_path / "bot.py").rename(tmp_path / f"{name}.py")
        programs.append(Program(name, (sys.executable, "-S", f"{name}.py"), tmp_path, sandbox=Sandbox.BWRAP))
    (tmp_path / "deep").mkdir()
    for name in ("cup.journal", "deep/cup.toml", "deep/shared.py"):
        (tmp_path / name).write_text("")
    dave = replace(bot(tmp_path / "dave", code), key="dave")
    programs = [*hiding(apart([*programs, dave]), [tmp_path / "cup.journal", tmp_path / "deep" / "cup.toml"])]
    seen = [said(started(program)).decode().strip() for program in programs]
    assert seen == ["['anne.py', 'bert.py', 'deep/shared.py']"] * 2 + ["['bot.py']"]


def test_more_paths_can_be_made_readable(run: Run, tmp_path: Path) -> None:
    (tmp_path / "book").mkdir()
    (tmp_path / "book" / "page").write_text("text")
    page = str(tmp_path / "book" / "page")
    assert run(f"tell(Path({page!r}).read_text())", readable=(tmp_path / "book",)) == "text"
    assert run(f"tell(os.path.exists({page!r}))") is False


@pytest.mark.skipif(os.geteuid() != 0, reason="not root")
def test_folder_that_is_just_roots_is_seen_and_its_private_files_cannot_be_read(run: Run, tmp_path: Path) -> None:
    (tmp_path / "bot").mkdir(mode=0o700)
    (tmp_path / "bot" / "private").write_text("x")
    (tmp_path / "bot" / "private").chmod(0o600)
    assert run("tell([os.access(name, os.R_OK) for name in ('bot.py', 'private')])") == [True, False]


def test_limits_are_set_before_the_bot_starts(run: Run) -> None:
    found = run("""
import resource
tell([resource.getrlimit(name)[1] for name in (resource.RLIMIT_NOFILE, resource.RLIMIT_FSIZE, resource.RLIMIT_CORE,
      resource.RLIMIT_NPROC)])
""", limits=Limits(files=99, file_bytes=12345, processes=7))
    assert found == [99, 12345, 0, 519]


def test_fork_bomb_runs_into_its_own_limit(run: Run) -> None:
    forked = run("""
count = 0
try:
    while True:
        if not os.fork():
            time.sleep(1000)
        count += 1
except BlockingIOError:
    tell(count)
""", limits=Limits(processes=1))
    assert 500 < forked < 513


@pytest.mark.parametrize(("end", "status"), [("sys.exit(3)", 3), ("os.kill(os.getpid(), 9)", -9), ("os.abort()", -6)])
def test_exit_status_is_the_bots(end: str, status: int, tmp_path: Path, started: Callable[[Program], Process]) -> None:
    process = started(bot(tmp_path, end))
    assert process.wait(LONG_NS)
    assert process.exit_status == status


def test_program_that_cannot_be_started_says_so(tmp_path: Path) -> None:
    program = Program("bot", (str(tmp_path / "none"),), tmp_path, sandbox=Sandbox.BWRAP)
    with pytest.raises(StartError, match="No such file or directory"):
        Process(program)


def test_broken_sandbox_is_no_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arbiter.sandbox.bwrap", lambda: "/bin/false")
    with pytest.raises(SandboxError, match="no sandbox for bot: exit status 1"):
        Process(bot(tmp_path, ""))


def test_sandbox_that_cannot_be_set_up_is_not_the_bots_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arbiter.outlook.arguments", lambda *_: ["--bind", "/nowhere", "/x"])
    with Match((bot(tmp_path, ""), bot(tmp_path, ""))) as match:
        with pytest.raises(SandboxError, match="no sandbox for bot: bwrap: Can't find source path /nowhere"):
            match.play(order(time=PATIENT))
        match.kill()


def test_all_that_is_in_it_goes_with_the_bot(tmp_path: Path, started: Callable[[Program], Process]) -> None:
    process = started(bot(tmp_path, """
for _ in range(3):
    if not os.fork():
        os.setsid()
        if os.fork(): os._exit(0)
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        while True: time.sleep(1000)
print("ready", flush=True)
time.sleep(1000)
"""))
    assert said(process) == b"ready\n"
    found = [psutil.Process(pid) for pid in process.members()]
    assert len(found) >= 4
    process.kill()
    assert not any(each.is_running() for each in found)


def test_bot_is_asked_to_end_before_it_is_killed(tmp_path: Path, started: Callable[[Program], Process]) -> None:
    process = started(bot(tmp_path, """
signal.signal(signal.SIGTERM, lambda *_: sys.exit("asked"))
print("ready", flush=True)
while True: time.sleep(1000)
"""))
    assert said(process) == b"ready\n"
    process.stop(0)
    assert process.errors_tail == b"asked\n"
    assert process.exit_status == 1


def test_processor_time_is_that_of_the_bot(tmp_path: Path, started: Callable[[Program], Process]) -> None:
    process = started(bot(tmp_path, """
while time.process_time() < 0.3: pass
print(time.process_time_ns(), flush=True)
time.sleep(1000)
"""))
    used_ns = int(said(process))
    assert used_ns <= process.cpu_ns() < used_ns + 300 * MS
    assert psutil.Process(process.bot_pid).cmdline()[-1] == "bot.py"


def test_nothing_is_left_when_the_arbiter_is_killed(tmp_path: Path) -> None:
    program = bot(tmp_path / "bot", "signal.signal(15, signal.SIG_IGN)\nprint(1, flush=True)\nwhile 1: time.sleep(99)")
    code = f"""
import sys, signal
from pathlib import Path, PosixPath
from arbiter.process import Process
from arbiter.program import *
process = Process({program!r})
while not process.read(): pass
print(process.pid, *process.members(), flush=True)
signal.pause()
"""
    code = code.replace(repr(program.sandbox), "Sandbox.BWRAP")
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as arbiter:
        assert arbiter.stdout
        pids = [psutil.Process(int(word)) for word in arbiter.stdout.readline().split()]
        arbiter.kill()
    assert len(pids) == 2
    assert not psutil.wait_procs(pids, TIMEOUT)[1]


def test_record_names_the_sandbox(first: Program) -> None:
    with Match((replace(first, sandbox=Sandbox.BWRAP), first)) as match:
        record = match.play(order(time=PATIENT))
    assert record.result.fault is None
    assert [each.sandbox for each in record.bots] == ["bwrap", "none"]


def test_signal_of_a_stopped_bot(tmp_path: Path, started: Callable[[Program], Process]) -> None:
    process = started(bot(tmp_path, "print(1, flush=True)\nos.kill(os.getpid(), signal.SIGSTOP)"))
    assert said(process) == b"1\n"
    process.stop(0)
    assert process.exit_status in (-signal.SIGTERM, -signal.SIGKILL)
