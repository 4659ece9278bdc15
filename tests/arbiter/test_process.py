"""Processes: how they are started, what ends with them, and who ends them."""

import shutil
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from arbiter.control import MS
from arbiter.process import Process, exit_text
from arbiter.program import Program, StartError
from tests.timeouts import SCALE, TIMEOUT

LONG_NS = int(20_000 * MS * SCALE)


def python(code: str, folder: Path) -> Program:
    return Program("bot", (sys.executable, "-S", "-c", code), folder)


def line(process: Process) -> bytes:
    """Return the next line of a process."""
    found = b""
    while not found.endswith(b"\n"):
        part = process.read()
        if part is None:
            break
        found += part
    return found


@pytest.mark.parametrize(
    ("text", "mode", "why"),
    [
        (None, 0, "No such file or directory"),
        ("#!/bin/sh\n", 0o600, "Permission denied"),
        ("#!/no/such/interpreter\n", 0o700, "No such file or directory"),
        ("just a text", 0o700, "Exec format error"),
    ],
)
def test_program_that_cannot_be_started_is_told_in_the_systems_words(
    text: str | None, mode: int, why: str, tmp_path: Path
) -> None:
    path = tmp_path / "bot"
    if text is not None:
        path.write_text(text)
        path.chmod(mode)
    with pytest.raises(StartError) as raised:
        Process(Program("bot", (str(path),), tmp_path))
    assert raised.value.why == why


def test_script_and_machine_code_run_in_their_folder(tmp_path: Path) -> None:
    script = tmp_path / "bot"
    script.write_text("#!/bin/sh\npwd\n")
    script.chmod(0o700)
    pwd = shutil.which("pwd")
    assert pwd
    for command in (str(script), pwd):
        process = Process(Program("bot", (command,), tmp_path))
        assert line(process) == f"{tmp_path}\n".encode()
        process.kill()


@pytest.mark.parametrize(("end", "status"), [("sys.exit(3)", 3), ("os.kill(os.getpid(), 9)", -9)])
def test_exit_status_tells_how_it_ended(end: str, status: int, tmp_path: Path) -> None:
    process = Process(python(f"import os, sys; {end}", tmp_path))
    assert process.wait(LONG_NS)
    assert process.exit_status == status
    process.kill()
    assert process.exit_status == status


def test_exit_text_is_in_words() -> None:
    assert [exit_text(status) for status in (None, 0, -9, -99)] == [
        "the process is still alive", "exit status 0", "killed by SIGKILL", "killed by signal 99",
    ]  # fmt: skip


def test_halted_tree_stands_still_and_goes_on(tmp_path: Path) -> None:
    code = """
import os, time
for _ in range(2): os.fork()
print(os.getpid(), flush=True)
while True: time.sleep(0.001)
"""
    process = Process(python(code, tmp_path))
    told = b""
    while told.count(b"\n") < 4:
        told += line(process)
    pids = process.halt()
    assert sorted(pids) == sorted(map(int, told.split()))
    states = [psutil.Process(pid) for pid in pids]
    while not all(each.status() == "stopped" for each in states):
        pass
    for pid in pids:
        psutil.Process(pid).send_signal(signal.SIGCONT)
    while any(each.status() == "stopped" for each in states):
        pass
    process.kill()
    assert not psutil.wait_procs(states, TIMEOUT)[1]


def test_kill_takes_a_tree_that_forks_all_the_time(tmp_path: Path) -> None:
    code = """
import os, signal, time
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
print("ready", flush=True)
while True:
    if os.fork(): os._exit(0) if os.getppid() == 0 else time.sleep(0.0005)
    else:
        time.sleep(0.002); os._exit(0)
"""
    process = Process(python(code, tmp_path))
    assert line(process) == b"ready\n"
    leader = psutil.Process(process.pid)
    process.kill()
    assert not leader.is_running()


@pytest.mark.skipif(shutil.which("setpriv") is None, reason="no setpriv")
def test_bot_that_ignores_everything_dies_with_a_killed_arbiter(tmp_path: Path) -> None:
    bot = "import signal; signal.signal(15, signal.SIG_IGN); print(1, flush=True)\nwhile True: signal.pause()"
    code = f"""
import signal
from pathlib import Path
from arbiter.process import Process
from arbiter.program import Program
process = Process(Program("bot", {(sys.executable, "-S", "-c", bot)!r}, Path({str(tmp_path)!r})))
while not process.read(): pass
print(process.pid, flush=True)
signal.pause()
"""
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as arbiter:
        assert arbiter.stdout
        left = psutil.Process(int(arbiter.stdout.readline()))
        arbiter.kill()
    assert not psutil.wait_procs([left], TIMEOUT)[1]
