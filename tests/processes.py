"""The processes that a test starts: registered, ended, reaped, and asserted gone with all that came of them.

Each carries a mark in its environment that its descendants inherit, so that also one that has left its session, its
group and its parent is found.
"""

import contextlib
import os
import subprocess
import uuid
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import psutil
import pytest

from tests.timeouts import TIMEOUT

MARK = "REIVER_TEST"


class Processes:
    """A context manager; at its end every process that carries its `environment` is killed, and gone."""

    def __init__(self) -> None:
        self.environment = {MARK: uuid.uuid4().hex}
        self._started: list[subprocess.Popen[Any]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.end()

    def start(self, command: Sequence[str], env: dict[str, str] | None = None, **options: Any) -> subprocess.Popen[Any]:
        """Start a program with the mark in its environment; `options` are those of `subprocess.Popen`."""
        environment = (dict(os.environ) if env is None else env) | self.environment
        self._started.append(subprocess.Popen(command, env=environment, **options))
        return self._started[-1]

    def marked(self) -> list[psutil.Process]:
        """Return the processes that live and carry the mark."""
        ((name, mark),) = self.environment.items()
        wanted = f"{name}={mark}".encode()
        found = []
        for path in Path("/proc").glob("[1-9]*"):
            if int(path.name) != os.getpid() and wanted in _environment(path):
                with contextlib.suppress(psutil.NoSuchProcess):
                    found.append(psutil.Process(int(path.name)))
        return found

    def end(self) -> None:
        """Kill and reap all of them, and assert that none is left."""
        for process in self._started:
            process.kill()
            for pipe in (process.stdin, process.stdout, process.stderr):
                if pipe:
                    pipe.close()
            process.wait(TIMEOUT)
        left = self.marked()
        for stray in left:
            stray.kill()
        _, alive = psutil.wait_procs(left, TIMEOUT)
        assert not alive, f"these cannot be killed: {alive}"
        assert not self.marked()


def _environment(folder: Path) -> list[bytes]:
    try:
        return (folder / "environ").read_bytes().split(b"\0")
    except OSError:
        return []


@pytest.fixture
def processes() -> Iterator[Processes]:
    """The processes of one test."""
    with Processes() as processes:
        yield processes
