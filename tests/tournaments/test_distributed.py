"""Clusters: the same games wherever they are played, whoever is killed, with nothing left running."""

import os
import random
import shutil
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.processes import Processes
from tests.timeouts import TIMEOUT
from tests.tournaments.plans import QUICK, quick, write_plan
from tests.tournaments.test_run import moves, results
from tournaments.connection import worker_command
from tournaments.journal import Journal
from tournaments.plan import load
from tournaments.report import Report
from tournaments.run import run
from tournaments.schedule import Schedule

pytest.importorskip("distributed", reason="Dask is not installed: pip install 'reiver[dask]'")

from tests.tournaments.cluster import ROOT, Site, until

KILLS = ["worker", "coordinator", "scheduler", "player", "worker", "keeper", "coordinator", "scheduler"]


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A scheduler, and two workers started just as operators are told to."""
    with Processes() as processes:
        site = Site(tmp_path_factory.mktemp("site"), processes)
        site.scheduler()
        site.workers("workers", 2)
        yield site


@pytest.fixture
def own_site(tmp_path):
    """A place for a cluster of one test."""
    with Processes() as processes:
        yield Site(tmp_path, processes)


@pytest.fixture
def bots(site):
    return marked(site, "anne"), marked(site, "bert")


def marked(site, name, *words, **keys):
    """Return a bot that is found again."""
    return quick(name, *words, environment=site.processes.environment, **keys)


def play(site, plan, journal):
    coordinator = site.coordinator(plan, journal)
    assert coordinator.end()[-1] == "done", site.log("coordinator")


def settled(path, plan):
    """Assert that a journal has each game of a plan once, and that the standings count just these."""
    stored = results(path)
    assert Counter(game.id for game in stored) == Counter(Schedule(load(plan)).ids())
    with Journal(path) as journal:
        lines = Report.of(journal).standings.lines
    assert sum(line.tally.games for line in lines) == 2 * len(stored)
    assert {game.fault for game in stored} == {None}


def test_games_are_those_of_a_local_run(site, bots, tmp_path):
    plan = write_plan(tmp_path / "cup.toml", *bots, {"use": "bots:first"}, variants=["base", "tactics"], rounds=2)
    play(site, plan, tmp_path / "far.journal")
    settled(tmp_path / "far.journal", plan)
    run(load(plan), tmp_path / "near.journal")
    assert moves(tmp_path / "far.journal") == moves(tmp_path / "near.journal")
    until(lambda: not site.playing(), "the end of all bots")


def test_files_of_a_bot_travel_and_those_of_the_system_do_not(site, tmp_path):
    folder = tmp_path / "bots" / "anne"
    folder.mkdir(parents=True)
    shutil.copy(QUICK, folder / "bot.py")
    own = {"name": "anne", "command": ["python3", "bot.py"], "folder": str(folder)}
    plan = write_plan(tmp_path / "cup.toml", own, marked(site, "bert"))
    play(site, plan, tmp_path / "cup.journal")
    settled(tmp_path / "cup.journal", plan)
    (archive,) = {path.parent.parent for path in site.folder.glob("cache of workers/reiver/shipped/*/0/bot.py")}
    assert len(archive.name) == 64


def tasks(dask_scheduler):
    return len(dask_scheduler.tasks)


def client_of(site):
    from distributed import Client

    return Client(site.address, set_as_default=False)


def state(dask_worker):
    """Return what a worker would tell its games by: who it adopts, its signals, its cores."""
    status = Path("/proc/self/status").read_text().split("\n")
    handlers = [str(signal.getsignal(number)) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGCHLD)]
    masks = [line for line in status if line.startswith(("SigBlk", "SigIgn", "SigCgt", "Cpus_allowed:"))]
    return handlers, masks, is_subreaper()


def is_subreaper():
    import ctypes

    found = ctypes.c_int()
    ctypes.CDLL(None).prctl(37, ctypes.byref(found), 0, 0, 0)
    return found.value


def test_games_leave_no_trace_in_worker_and_scheduler_and_have_a_core_each(site, bots, tmp_path):
    plan, most = write_plan(tmp_path / "cup.toml", *bots, rounds=20), 0
    with client_of(site) as client:
        until(lambda: len(client.scheduler_info(n_workers=-1)["workers"]) == 2, "two workers")
        before = client.run(state)
        coordinator = site.coordinator(plan, tmp_path / "cup.journal")
        while coordinator.line() != "done":
            most = max(most, client.run_on_scheduler(tasks))
        coordinator.end()
        assert client.run(state) == before
    assert {is_adopting for _, _, is_adopting in before.values()} == {0}
    assert 1 <= most <= 4  # for each slot a batch that is played and one that waits
    cores = [core for player in site.players() for core in player.cpu_affinity()]
    assert len(cores) == len(set(cores)) == min(2, len(os.sched_getaffinity(0)))


def test_game_that_kills_who_plays_it_is_shown_and_scores_for_nobody(site, tmp_path):
    code = "import os, sys; print('ready 1', flush=True); sys.stdin.readline(); sys.stdin.readline(); os.kill(os.getppid(), 9)"
    killer = {"name": "killer", "command": [sys.executable, "-S", "-c", code], "sandbox": "none"}
    plan = write_plan(tmp_path / "cup.toml", marked(site, "anne", sandbox="none"), marked(site, "bert"), killer)
    done = reiver("run", plan, "--dask", site.address, folder=tmp_path)
    assert done.returncode == 1
    lost = [line.split(": ", 2) for line in done.stderr.split("\n") if line.startswith("not played: ")]
    assert len(lost) == 4
    assert all("killer" in game for _, game, _ in lost)
    assert {why for _, _, why in lost} == {"the worker was lost: killed by SIGKILL"}
    assert len(results(tmp_path / "cup.journal")) == 2


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_bots_that_think_are_stopped_when_the_run_is(number, site, tmp_path):
    sleeper = {"name": "sleeper", "command": ["sh", "-c", "echo ready 1; read a; exec sleep 98765", "quick.py"]}
    time_limits = {"move_ms": 900_000, "setup_ms": 900_000, "grace_ms": 900_000}
    bots = marked(site, "anne"), sleeper | {"environment": site.processes.environment}
    plan = write_plan(tmp_path / "cup.toml", *bots, rounds=2, time=time_limits)
    coordinator = site.coordinator(plan, tmp_path / "cup.journal")
    assert coordinator.line() == "0 of 4"
    until(lambda: len(site.playing()) >= 2, "bots")
    coordinator.process.send_signal(number)
    assert coordinator.end() == (["stopped"] if number == signal.SIGINT else [])
    until(lambda: not site.playing(), "the end of all bots")


def test_operator_is_told_what_is_missing(own_site, tmp_path):
    first = own_site.scheduler()
    plan = write_plan(tmp_path / "cup.toml", marked(own_site, "anne"), marked(own_site, "bert"))
    coordinator = own_site.coordinator(plan, tmp_path / "cup.journal")
    until(lambda: "no worker is connected to" in own_site.log("coordinator"), "a notice")
    first.kill()
    until(lambda: "is lost" in own_site.log("coordinator"), "a notice")
    own_site.scheduler()
    own_site.worker("idle", "--nthreads", 1, "--no-dashboard")
    until(lambda: "has no resource 'match'" in own_site.log("coordinator"), "another notice")
    assert "is back" in own_site.log("coordinator")
    assert own_site.log("coordinator").count(worker_command(own_site.address)) >= 2
    own_site.worker("good")
    assert coordinator.end()[-1] == "done"
    settled(tmp_path / "cup.journal", plan)


def test_worker_of_another_version_is_named(own_site, tmp_path):
    own_site.scheduler()
    code = "import sys, arbiter; arbiter.__version__ = '0.0.9'; from distributed.cli.dask_worker import main; main()"
    words = own_site.address, "--no-nanny", "--nthreads", 1, "--resources", "match=1", "--no-dashboard"
    own_site.start(["-c", code], *words, name="old")
    until(lambda: "Registered to" in own_site.log("old"), "a worker")
    done = reiver("run", write_plan(tmp_path / "cup.toml"), "--dask", own_site.address, folder=tmp_path)
    assert done.returncode == 2
    assert "must have reiver" in done.stderr.split("\n")[-2]
    assert "it has 0.0.9" in done.stderr
    assert not list(tmp_path.glob("*.journal*"))


@pytest.mark.parametrize(("address", "why"), [("tcp://127.0.0.1:{}", "no scheduler"), ("pigeon://x", "no scheduler")])
def test_no_scheduler_is_one_line_and_nothing_written(address, why, own_site, tmp_path):
    address = address.format(own_site.port)
    done = reiver("run", write_plan(tmp_path / "cup.toml"), "--dask", address, folder=tmp_path)
    assert done.returncode == 2
    assert done.stderr.split("\n")[-2].startswith(f"reiver: {why} at {address}: ")
    assert not list(tmp_path.glob("*.journal*"))


def reiver(*words, folder):
    command = [sys.executable, "-m", "arbiter", *map(str, words)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=4 * TIMEOUT)


@pytest.fixture
def dice():
    seed = os.environ.get("REIVER_TEST_SEED") or str(random.SystemRandom().getrandbits(32))
    print(f"REIVER_TEST_SEED={seed}")
    return random.Random(seed)


class Storm:
    """A cluster in which anyone is killed at any time, and whoever is missing is started again."""

    def __init__(self, site, plan, journal, dice):
        self.site, self.plan, self.journal, self.dice = site, plan, journal, dice
        self.killed, self.told = Counter(), []
        self.running = {"scheduler": site.scheduler()}
        self.coordinator = site.coordinator(plan, journal)
        self.mend()

    def mend(self):
        if self.running["scheduler"].poll() is not None:
            self.running["scheduler"] = self.site.scheduler()
        for name in ("east", "west"):
            if name not in self.running or self.running[name].poll() is not None:
                self.running[name] = self.site.worker(name)

    def victims(self, kind):
        if kind == "coordinator":
            return [self.coordinator.process]
        if kind in ("keeper", "player"):
            return self.site.keepers() if kind == "keeper" else self.site.players()
        return [self.running[name] for name in (("east", "west") if kind == "worker" else ("scheduler",))]

    def strike(self, kind):
        """Let some games be played, and kill somebody; tell whether the run is over."""
        for _ in range(self.dice.randrange(1, 9)):
            line = self.coordinator.line()
            if line == "done":
                return True
            self.told.append(line)
        victims = self.victims(kind)
        if victims:
            self.dice.choice(victims).kill()
            self.killed[kind] += 1
        if kind == "coordinator":
            self.told += self.coordinator.end()
            if self.told[-1:] == ["done"]:
                return True
            self.coordinator = self.site.coordinator(self.plan, self.journal)
        until(lambda: kind not in ("worker", "scheduler") or self.is_felt(), "the end of who was killed")
        self.mend()
        return False

    def is_felt(self):
        return any(process.poll() is not None for process in self.running.values())


def test_anyone_may_be_killed_and_no_game_is_lost(own_site, tmp_path, dice):
    bots = [marked(own_site, name) for name in ("anne", "bert", "cleo")]
    plan, journal = write_plan(tmp_path / "cup.toml", *bots, rounds=20, sandbox="none"), tmp_path / "cup.journal"
    storm = Storm(own_site, plan, journal, dice)
    is_over = any(storm.strike(kind) for kind in KILLS)
    if not is_over:
        storm.told += storm.coordinator.end()
        assert storm.told[-1] == "done", own_site.log("coordinator")
    print(dict(storm.killed))
    settled(journal, plan)
    games = Counter(line for line in storm.told if "/" in line)
    assert set(games.values()) == {1}
    assert games.keys() <= {game.id for game in results(journal)}
    until(lambda: not own_site.playing(), "the end of all bots")
    for process in storm.running.values():
        process.kill()
        process.wait(TIMEOUT)
    until(lambda: not own_site.processes.marked(), "the end of all that they have started")


@pytest.fixture
def certificate(tmp_path):
    """Return the settings of Dask for a certificate that is made for this test."""
    if not shutil.which("openssl"):
        pytest.skip("openssl is not installed")
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    words = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost"
    files = ["-keyout", str(key), "-out", str(certificate)]
    subprocess.run([*words.split(), *files], check=True, capture_output=True, timeout=TIMEOUT)
    start = "DASK_DISTRIBUTED__COMM__"
    settings = {start + "REQUIRE_ENCRYPTION": "true", start + "TLS__CA_FILE": str(certificate)}
    for who in ("SCHEDULER", "WORKER", "CLIENT"):
        settings |= {f"{start}TLS__{who}__CERT": str(certificate), f"{start}TLS__{who}__KEY": str(key)}
    return settings


def test_encrypted_cluster_needs_nothing_but_dasks_own_settings(certificate, tmp_path):
    with Processes() as processes:
        site = Site(tmp_path, processes, scheme="tls", settings=certificate)
        site.scheduler()
        site.worker("worker")
        plan = write_plan(tmp_path / "cup.toml", marked(site, "anne"), marked(site, "bert"))
        play(site, plan, tmp_path / "cup.journal")
        settled(tmp_path / "cup.journal", plan)
        done = reiver("run", plan, "--dask", site.address.replace("tls", "tcp"), folder=tmp_path)
        assert (done.returncode, "no scheduler at" in done.stderr) == (2, True)


@pytest.fixture
def hosts():
    """Return the names of two network namespaces with a wire between them; the first has the address 10.213.77.1."""
    names = [f"reiver-{os.getpid()}-{side}" for side in ("a", "b")]
    wires = [f"rv{os.getpid()}{side}" for side in ("a", "b")]
    try:
        for name in names:
            ip("netns", "add", name)
        ip("link", "add", wires[0], "netns", names[0], "type", "veth", "peer", "name", wires[1], "netns", names[1])
        for number, (name, wire) in enumerate(zip(names, wires, strict=True), 1):
            ip("-n", name, "address", "add", f"10.213.77.{number}/24", "dev", wire)
            ip("-n", name, "link", "set", wire, "up")
            ip("-n", name, "link", "set", "lo", "up")
        yield names
    finally:
        for name in names:
            subprocess.run(["ip", "netns", "delete", name], check=False, capture_output=True, timeout=TIMEOUT)


def ip(*words):
    if not shutil.which("ip"):
        pytest.skip("iproute2 is not installed")
    done = subprocess.run(["ip", *words], capture_output=True, text=True, timeout=TIMEOUT, check=False)
    if done.returncode:
        pytest.skip(f"no network namespaces here: {done.stderr.strip()}")


def test_two_hosts_play_one_plan(hosts, tmp_path):
    inside = [["ip", "netns", "exec", name] for name in hosts]
    folder = tmp_path / "bots" / "anne"
    folder.mkdir(parents=True)
    shutil.copy(QUICK, folder / "quick.py")
    with Processes() as processes:
        site = Site(tmp_path, processes, host="10.213.77.1", inside=inside[0])
        own = {"name": "anne", "command": ["python3", "quick.py"], "folder": str(folder)}
        own |= {"environment": processes.environment}
        plan = write_plan(tmp_path / "cup.toml", own, marked(site, "bert"), {"use": "bots:first"}, rounds=10)
        site.scheduler()
        for name, words in zip(("here", "there"), inside, strict=True):
            site.worker(name, inside=words)
        play(site, plan, tmp_path / "cup.journal")
        settled(tmp_path / "cup.journal", plan)
        for name in ("here", "there"):
            assert list(tmp_path.glob(f"cache of {name}/reiver/shipped/*/0/quick.py")), f"nothing was played {name}"
        until(lambda: not site.playing(), "the end of all bots")
