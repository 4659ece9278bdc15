"""Compiles the modules that every turn goes through to machine code, by mypyc, when a wheel is built and asks for it.

``HATCH_BUILD_HOOK_ENABLE_CUSTOM=1 pip install .`` asks for it. The sources go along, and stay what a debugger and a
traceback show. An editable install is never compiled, so that what is edited is what runs.
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOMS = ("arbiter", "protocol")
SETUP = """
from mypyc.build import mypycify
from setuptools import setup

# What the modules share lies in a room too, where also a bot in a sandbox finds it.
setup(name="reiver", ext_modules=mypycify({modules}, opt_level="3", debug_level="0", group_name="arbiter.compiled"))
"""


class CompileHook(BuildHookInterface):  # type: ignore[type-arg]
    """Puts extension modules into the wheel, beside their sources; `modules` in the hook's table names these."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile in a copy, so that nothing is left in the checkout."""
        self._workshop = tempfile.TemporaryDirectory(prefix="reiver-compile-")
        if version == "editable":
            return
        copy = Path(self._workshop.name)
        for room in ROOMS:
            shutil.copytree(Path(self.root, room), copy / room, ignore=shutil.ignore_patterns("*.so", "__pycache__"))
        (copy / "setup.py").write_text(SETUP.format(modules=self.config["modules"]))
        command = [sys.executable, "setup.py", "build_ext", "--inplace"]
        done = subprocess.run(command, cwd=copy, capture_output=True, text=True, check=False)
        if done.returncode:
            raise SystemExit(f"mypyc failed:\n{(done.stdout + done.stderr)[-4000:]}")
        shutil.rmtree(copy / "build")
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        build_data["force_include"] |= {str(path): path.relative_to(copy).as_posix() for path in copy.rglob("*.so")}

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        """Clear the copy away."""
        self._workshop.cleanup()
