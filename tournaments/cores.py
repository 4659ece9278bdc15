"""Cores: each is claimed by at most one slot of a host, whoever started the slots.

A claim is a socket bound to a name in Linux's abstract namespace: no file is left behind, and it ends with its process,
however that ends. Hosts and containers with a network of their own have names of their own; elsewhere slots that set the
variable ``REIVER_CORES`` to another word do not count.
"""

import contextlib
import itertools
import os
import socket
from types import TracebackType
from typing import Self


class NoCoreError(Exception):
    """Too few cores are free."""


class Claim:
    """A claim on some cores; `cores` are their numbers. A context manager that gives them back."""

    def __init__(self, count: int = 1) -> None:
        """Claim free cores of those that this process may use. Raise `NoCoreError` if there are not so many."""
        allowed = sorted(os.sched_getaffinity(0))
        with contextlib.ExitStack() as held:
            claimed = itertools.islice((core for core in allowed if _is_claimed(core, held)), count)
            self.cores = tuple(claimed)
            if len(self.cores) < count:
                raise NoCoreError(f"more slots than cores: of {len(allowed)} there are not {count} left")
            self._held = held.pop_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()

    def release(self) -> None:
        """Give the cores back."""
        self._held.close()


def _is_claimed(core: int, held: contextlib.ExitStack) -> bool:
    """Claim a core if it is free, and tell whether it was."""
    group = os.environ.get("REIVER_CORES", "")
    claim = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    try:
        claim.bind(f"\0reiver-core{group and '-' + group}-{core}")
    except OSError:
        claim.close()
        return False
    held.enter_context(claim)
    return True
