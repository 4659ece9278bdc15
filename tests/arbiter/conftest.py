import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from arbiter.process import Program
from tests.timeouts import TIMEOUT

ROOT = Path(__file__).parent.parent.parent
QUICK = ROOT / "tests" / "tournaments" / "quick.py"


@pytest.fixture(scope="session")
def first(tmp_path_factory: pytest.TempPathFactory) -> Program:
    """The bundled C bot, compiled."""
    compiler = shutil.which("cc")
    assert compiler, "a C compiler is needed"
    out = tmp_path_factory.mktemp("first") / "first"
    subprocess.run([compiler, "-O2", "-o", out, ROOT / "bots" / "c" / "first.c"], check=True, timeout=TIMEOUT)
    return Program("first", (str(out),), out.parent)


@pytest.fixture
def script(tmp_path: Path) -> Callable[..., Program]:
    """Make a program of a few lines of Python, to which `PRELUDE` lends some words."""

    def make(body: str, key: str = "script") -> Program:
        path = tmp_path / f"{key}.py"
        path.write_text(PRELUDE + body)
        return Program(key, (sys.executable, str(path)), tmp_path)

    return make


PRELUDE = """
import os, signal, sys, time
def read():
    line = sys.stdin.readline()
    if not line:
        sys.exit()
    return line.split()
def say(*lines):
    print(*lines, sep="\\n", flush=True)
def until(word):
    while (words := read())[0] != word:
        pass
    return words
def greet():
    until("hello"); say("name Script", "ready 1"); until("game"); say("ok")
def answer(words):
    fields = dict(word.split("=", 1) for word in words[2:])
    taken = fields["mine"] + fields["theirs"]
    stones = [s for s in "123456789" if s not in taken and fields[s].split("/")[0].count(",") < 2]
    return f"play {words[1]} {fields['hand'].split(',')[0]} {stones[0]}" if stones else f"pass {words[1]}"
"""


@pytest.fixture(autouse=True)
def no_process_is_left() -> Iterator[None]:
    """Assert that a test leaves no child process behind."""
    before = set(psutil.Process().children(recursive=True))
    yield
    left = [child for child in psutil.Process().children(recursive=True) if child not in before]
    _, alive = psutil.wait_procs([child for child in left if "resource_tracker" not in " ".join(_words(child))], TIMEOUT)
    assert not alive


def _words(process: psutil.Process) -> list[str]:
    try:
        return process.cmdline()
    except psutil.Error:
        return []
