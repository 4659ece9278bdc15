"""Arenas, and what came of the sins in them."""

import os
import select
import socket
import subprocess
import sys
import uuid
from collections.abc import Iterator
from pathlib import Path

import msgspec
import psutil
import pytest

from tests.hostile.arena import Job, Outcome
from tests.hostile.sins import FOLDER, Sin
from tests.processes import Processes, processes
from tests.timeouts import TIMEOUT

__all__ = ["processes"]

ROOT = Path(__file__).parents[2]
MARK = "REIVER_PREY"
OUTSIDE = (FOLDER.parent, Path("/var/tmp"), Path("/dev/shm"))
WITNESS = str(Path(__file__).with_name("witness.py"))


class Arena:
    """An arena that judges one sinner after another, as long as it lives; another one takes its place then."""

    def __init__(self, processes: Processes, service: socket.socket) -> None:
        self._processes, self._service = processes, service
        self._mark = {MARK: uuid.uuid4().hex}
        self._process: subprocess.Popen[bytes] | None = None

    def judge(self, sin: Sin, folder: Path, opponent: str = WITNESS) -> Outcome:
        """Let a sinner play two games. The home of both bots is `folder`/home, their temporary folder `folder`/tmp.

        One that needs a sandbox gets it, and with it all that it looks for outside.
        """
        environment = dict(self._processes.environment)
        for name, place in (("HOME", folder / "home"), ("TMPDIR", folder / "tmp")):
            place.mkdir()
            environment[name] = str(place)
        if sin.needs_sandbox:
            environment |= self._bait(folder / "home")
        job = Job(sin, opponent, str(folder), environment, sin.needs_sandbox)
        process = self._process or self._start()
        assert process.stdin
        assert process.stdout
        process.stdin.write(msgspec.json.encode(job) + b"\n")
        process.stdin.flush()
        watch = select.poll()
        watch.register(process.stdout, select.POLLIN)
        self._process = None
        assert watch.poll(TIMEOUT * 1000), f"no outcome of {sin.name}"
        outcome = msgspec.json.decode(process.stdout.readline(), type=Outcome)
        self._process = process
        return outcome

    def left(self) -> list[psutil.Process]:
        """Return the processes that are left of all sinners, opponents and broken arenas."""
        own = self._process.pid if self._process else 0
        return [process for process in self._processes.marked() if process.pid != own]

    def _bait(self, home: Path) -> dict[str, str]:
        secret = home / "secret.txt"
        secret.write_text("secret")
        return self._mark | {"REIVER_SECRET": str(secret), "REIVER_PORT": str(self._service.getsockname()[1])}

    def _start(self) -> subprocess.Popen[bytes]:
        command = (sys.executable, "-m", "tests.hostile.arena")
        environment = {**os.environ, **self._mark}
        return self._processes.start(command, environment, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE)


@pytest.fixture(scope="module")
def arena() -> Iterator[Arena]:
    with Processes() as processes, socket.create_server(("127.0.0.1", 0)) as service:
        yield Arena(processes, service)


class Case(msgspec.Struct, frozen=True):
    """A sin and what came of it: `left` are processes, `written` paths that are new outside the temporary folder."""

    sin: Sin
    outcome: Outcome
    left: list[str]
    written: list[str]


@pytest.fixture(scope="module")
def case(request: pytest.FixtureRequest, arena: Arena, tmp_path_factory: pytest.TempPathFactory) -> Case:
    """A sin, judged once for all tests of a module that ask for it."""
    sin: Sin = request.param
    folder = tmp_path_factory.mktemp(sin.name)
    before = {*FOLDER.rglob("*")}
    outcome = arena.judge(sin, folder)
    written = {*FOLDER.rglob("*"), *folder.rglob("*")} - before - {*(folder / "tmp").rglob("*")}
    written |= {path for place in OUTSIDE for path in place.glob("reiver-written-outside-*")}
    written -= {folder / "home", folder / "tmp", folder / "home/secret.txt"}
    return Case(sin, outcome, list(map(str, arena.left())), sorted(map(str, written)))
