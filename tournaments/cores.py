"""Cores: each is claimed by at most one slot of a host, whoever started the slots.

A claim is a socket bound to a name in Linux's abstract namespace: no file is left behind, and it ends with its process,
however that ends. Hosts and containers with a network of their own have names of their own; elsewhere slots that set the
variable ``REIVER_CORES`` to another word do not count.
"""

import os
import socket
from collections.abc import Iterable
from types import TracebackType
from typing import Self


class NoCoreError(Exception):
    """All cores are claimed."""


class Core:
    """A claim on one of some cores; `number` says which. A context manager that gives it back."""

    def __init__(self, among: Iterable[int] | None = None) -> None:
        """Claim a core, of those that this process may use unless told. Raise `NoCoreError` if none is free."""
        group = os.environ.get("REIVER_CORES", "")
        cores = sorted(os.sched_getaffinity(0) if among is None else among)
        for self.number in cores:
            self._claim = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            try:
                self._claim.bind(f"\0reiver-core{group and '-' + group}-{self.number}")
            except OSError:
                self._claim.close()
            else:
                return
        raise NoCoreError(f"more slots than cores: all {len(cores)} are taken")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._claim.close()
