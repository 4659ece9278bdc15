"""A cluster for tests: a Dask scheduler, workers and coordinators as real processes, on loopback or wherever told."""

import os
import shlex
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import psutil

from tests.timeouts import TIMEOUT
from tournaments.connection import worker_command

ROOT = Path(__file__).parent.parent.parent
COORDINATE = Path(__file__).with_name("coordinate.py")


class Site:
    """Processes that find each other at one address. `inside` are the words of a command that runs another one."""

    def __init__(self, folder, processes, host="127.0.0.1", inside=(), scheme="tcp", settings=()):
        self.folder, self.processes, self.host, self.inside = folder, processes, host, inside
        self.port, self.scheme = free_port(), scheme
        self.address = f"{scheme}://{host}:{self.port}"
        self.environment = {
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "REIVER_CORES": next(iter(processes.environment.values())),
            **dict(settings),
        }

    def start(self, module, *words, name, inside=None, **options):
        """Start a program, its complaints going to the file NAME.log."""
        command = [*(self.inside if inside is None else inside), sys.executable, *module, *map(str, words)]
        settings = {"XDG_CACHE_HOME": str(self.folder / f"cache of {name}")}
        with (self.folder / f"{name}.log").open("a") as log:
            options = {"stdout": log, "stderr": log, "cwd": self.folder, **options}
            return self.processes.start(command, self.environment | settings, **options)

    def scheduler(self):
        """Start the scheduler, and wait until it listens."""
        words = "--protocol", self.scheme, "--host", self.host, "--port", self.port, "--no-dashboard"
        (self.folder / "scheduler.log").write_text("")
        process = self.start(["-m", "distributed.cli.dask_scheduler"], *words, name="scheduler")
        until(lambda: "Scheduler at:" in self.log("scheduler"), "a scheduler that listens")
        return process

    def workers(self, name, count, **options):
        """Start as many workers as the command does that an operator is told to type."""
        command = shlex.split(worker_command(self.address).replace(" N ", f" {count} "))
        assert command[:2] == ["dask", "worker"]
        return self.start(["-m", "distributed.cli.dask_worker"], *command[2:], name=name, **options)

    def worker(self, name, *words, **options):
        """Start one worker that is a process by itself, with all the words of that command unless others are given."""
        words = words or ("--nthreads", 1, "--resources", "match=1", "--memory-limit", 0, "--no-dashboard")
        module = ["-m", "distributed.cli.dask_worker"]
        return self.start(module, self.address, "--no-nanny", *words, name=name, **options)

    def coordinator(self, plan, journal, name="coordinator", **options):
        return Coordinator(self, plan, journal, name, **options)

    def log(self, name):
        return (self.folder / f"{name}.log").read_text()

    def playing(self):
        """Return the bots that live."""
        return [process for process in self.processes.marked() if "quick.py" in " ".join(command_of(process))]

    def keepers(self):
        return [process for process in self.processes.marked() if "tournaments.keeper" in command_of(process)]

    def players(self):
        """Return the processes that play, each a child of a keeper."""
        children = (child for keeper in self.keepers() for child in children_of(keeper))
        return [child for child in children if "spawn_main" in " ".join(command_of(child))]


class Coordinator:
    """A run of a plan on a cluster, whose output is read line by line."""

    def __init__(self, site, plan, journal, name, **options):
        words = COORDINATE, plan, journal, site.address
        self.process = site.start([], *words, name=name, stdout=subprocess.PIPE, text=True, **options)
        self.is_late = False
        self._watch = threading.Timer(4 * TIMEOUT, self._give_up)
        self._watch.start()

    def _give_up(self):
        self.is_late = True
        self.process.kill()

    def line(self):
        """Return the next line of output, or nothing at its end."""
        return self.process.stdout.readline().strip()

    def end(self):
        """Return the lines not yet read, and wait for the end."""
        rest = self.process.stdout.read().split("\n")[:-1]
        self.process.wait(TIMEOUT)
        self._watch.cancel()
        self._watch.join()
        assert not self.is_late, "a run that does not come to an end"
        return rest


def until(holds, what):
    """Look again and again, until something holds."""
    deadline_s = time.monotonic() + 2 * TIMEOUT
    pause = threading.Event()
    while not (found := holds()):
        assert time.monotonic() < deadline_s, f"waited in vain for {what}"
        pause.wait(0.02)
    return found


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def command_of(process):
    try:
        return process.cmdline()
    except psutil.Error:
        return []


def children_of(process):
    try:
        return process.children()
    except psutil.Error:
        return []
