"""A program: a bot as an operator names it, and what it may use."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path


class Sandbox(StrEnum):
    """What stands between a bot and the machine."""

    BWRAP = "bwrap"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Limits:
    """What a bot may use; None is no limit.

    `memory_bytes` and `processes` bound its process with all descendants at any moment, `cpu_ns` what these compute in one
    game; `files` and `file_bytes` bound each of its processes, `temporary_bytes` its /tmp in a sandbox, `turn_bytes` and
    `game_bytes` its standard output.
    """

    memory_bytes: int | None = 1 << 30
    processes: int | None = 64
    cpu_ns: int | None = None
    files: int = 1024
    file_bytes: int = 1 << 28
    temporary_bytes: int = 1 << 26
    turn_bytes: int = 1 << 16
    game_bytes: int = 1 << 20


@dataclass(frozen=True, slots=True)
class Program:
    """A bot as an operator names it: `key` in tables, the `command` run in `folder`, its environment and options.

    In a sandbox it sees the paths in `readable` besides its folder and the system, and none of those in `hidden`.
    """

    key: str
    command: tuple[str, ...]
    folder: Path
    environment: Mapping[str, str] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)
    limits: Limits = Limits()
    sandbox: Sandbox = Sandbox.NONE
    readable: tuple[Path, ...] = ()
    hidden: tuple[Path, ...] = ()


class StartError(Exception):
    """A program that the system does not start; `why` says it in the system's words."""

    def __init__(self, program: Program, why: str) -> None:
        super().__init__(f"{program.key}: {program.command[0]}: {why}")
        self.program, self.why = program, why


class SandboxError(Exception):
    """A sandbox that could not be set up, which no bot is to blame for; `why` says it in the words of bubblewrap."""

    def __init__(self, program: Program, why: str) -> None:
        super().__init__(f"no sandbox for {program.key}: {why}")
        self.program, self.why = program, why
