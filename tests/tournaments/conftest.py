"""Processes that tests start: registered, ended, reaped, and asserted gone with all their descendants."""

import contextlib
import os
import select
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from tests.timeouts import TIMEOUT

COORDINATE = Path(__file__).with_name("coordinate.py")


class Watched:
    """A coordinator process, whose output is read line by line, and all its descendants seen so far."""

    def __init__(self, *words):
        self.process = subprocess.Popen(
            [sys.executable, str(COORDINATE), *map(str, words)], stdout=subprocess.PIPE, text=True
        )
        self.seen = {}
        self.look()

    def look(self):
        """Note the descendants that there are now, and return the workers among them."""
        found = self.descendants()
        for process in found:
            if process.pid not in self.seen:
                try:
                    self.seen[process.pid] = os.pidfd_open(process.pid)
                except ProcessLookupError:
                    continue
        return [process for process in found if self.is_worker(process)]

    def descendants(self):
        try:
            return psutil.Process(self.process.pid).children(recursive=True)
        except psutil.NoSuchProcess:
            return []

    def is_worker(self, process):
        try:
            return process.ppid() == self.process.pid and "spawn_main" in " ".join(process.cmdline())
        except psutil.NoSuchProcess:
            return False

    def line(self):
        """Return the next line of output, or nothing at its end."""
        return self.process.stdout.readline().strip()

    def kill(self):
        self.look()
        self.process.kill()

    def end(self):
        """Wait for the process and all its descendants, and return the lines not yet read."""
        rest = self.process.stdout.read().split()
        self.process.wait(TIMEOUT)
        self.process.stdout.close()
        deadline_s = time.monotonic() + TIMEOUT
        for pid, fd in self.seen.items():
            poll = select.poll()
            poll.register(fd, select.POLLIN)
            assert poll.poll(max(0, deadline_s - time.monotonic()) * 1000), f"process {pid} is still there"
            os.close(fd)
            with contextlib.suppress(ChildProcessError):
                os.waitpid(pid, 0)
        self.seen.clear()
        return rest


@pytest.fixture
def coordinate():
    """Return a function that starts a coordinator on a plan and a journal."""
    started = []

    def start(*words):
        started.append(Watched(*words))
        return started[-1]

    yield start
    for watched in started:
        if watched.process.poll() is None:
            watched.kill()
        if not watched.process.stdout.closed:
            watched.end()


@pytest.fixture
def childless():
    """Assert that a test leaves no child behind but what it found."""
    before = {child.pid for child in psutil.Process().children(recursive=True)}
    yield
    left = [child for child in psutil.Process().children(recursive=True) if child.pid not in before]
    _, alive = psutil.wait_procs([child for child in left if not is_tracker(child)], TIMEOUT)
    assert not alive


def is_tracker(process):
    """Tell whether a process is the one that multiprocessing keeps as long as its parent lives."""
    try:
        return "resource_tracker" in " ".join(process.cmdline())
    except psutil.Error:
        return False
