"""The probe: whether a sandbox can be had on this machine, found out by trying."""

import os
import shutil
import tempfile
from functools import cache
from pathlib import Path

from arbiter.control import MS
from arbiter.process import Process, exit_text
from arbiter.program import Program, Sandbox, SandboxError, StartError
from arbiter.sandbox import bwrap

PATIENCE_NS = 10_000 * MS


def why_no_sandbox() -> str:
    """Return why no sandbox can be had here, or nothing if it can; tried once for each value of PATH."""
    return _why(os.environ.get("PATH", ""))


@cache
def _why(_path: str) -> str:
    if bwrap() is None:
        return "bubblewrap is not installed"
    if os.geteuid() == 0 and shutil.which("setpriv") is None:
        return "setpriv is not installed, which root needs for it"
    command = shutil.which("true")
    if command is None:
        return "there is no program 'true' to try it with"
    with tempfile.TemporaryDirectory(prefix="reiver-") as folder:
        return _failure(Program("probe", (command,), Path(folder), sandbox=Sandbox.BWRAP))


def _failure(program: Program) -> str:
    try:
        process = Process(program)
    except (StartError, SandboxError) as error:
        return f"it does not work here: {error.why}"
    process.wait(PATIENCE_NS)
    process.kill()
    said = process.errors_tail.decode(errors="replace").strip()
    return "" if process.exit_status == 0 else f"it does not work here: {said or exit_text(process.exit_status)}"
