"""An arena: a process like a tournament's worker, in which sinners meet the witness, and that tells what came of it.

A job is a line of its standard input, its outcome a line of standard output.
"""

import os
import sys
import time
from dataclasses import replace
from pathlib import Path

import msgspec
import psutil

from arbiter import record
from arbiter.clock import MS, TimeControl
from arbiter.match import Match
from arbiter.order import Order
from arbiter.process import Limits, Program, become_subreaper, kill_strays
from arbiter.rules.cards import cards_in, parse_cards
from tests.games import order
from tests.hostile.sins import FOLDER, Sin
from tests.timeouts import TIMEOUT

SECOND_NS = int(TIMEOUT / 30 * 1e9)
MOVE_NS = SECOND_NS * 3 // 10
TIME = TimeControl(
    move_ns=MOVE_NS, margin_ns=20 * MS, startup_ns=SECOND_NS, setup_ns=SECOND_NS, grace_ns=SECOND_NS * 3 // 10
)
# A deal in which both hands and the first cards drawn are a mixture.
CLAN = " ".join(f"{'ROYGBP'[card * 5 % 6]}{card * 7 % 9 + 1}" for card in range(18))


class Job(msgspec.Struct, frozen=True):
    """A sinner to be judged. `folder` is what it may write to; `environment` its own variables."""

    sin: Sin
    folder: str
    environment: dict[str, str]
    opponent: str = "witness"


class Outcome(msgspec.Struct, frozen=True):
    """What came of two games, the sinner first and the sinner second.

    `took_ns` is the time of each game with all that is to be done after it, `close_ns` that of the match's end; `strays`
    names the processes that were there after a fault and after the match, `descriptors` counts the open files that
    were left, `peak_kib` is the memory that the arena has taken so far.
    """

    records: tuple[record.GameRecord, ...]
    took_ns: tuple[int, ...]
    close_ns: int
    strays: tuple[str, ...]
    descriptors: int
    peak_kib: int


def judge(job: Job) -> Outcome:
    """Play the games."""
    records, took_ns, strays = [], [], []
    descriptors = len(os.listdir("/proc/self/fd"))  # noqa: PTH208
    with Match(programs(job), sweeps=True) as match:
        for seats in ((0, 1), (1, 0)):
            start_ns = time.monotonic_ns()
            records.append(match.play(order_of(job, seats)))
            took_ns.append(time.monotonic_ns() - start_ns)
            if records[-1].result.fault:
                strays += family(but=records[-1].bots[seats[1]].version)
        start_ns = time.monotonic_ns()
    close_ns = time.monotonic_ns() - start_ns
    strays += family()
    kill_strays()
    descriptors = len(os.listdir("/proc/self/fd")) - descriptors  # noqa: PTH208
    return Outcome(tuple(records), tuple(took_ns), close_ns, tuple(strays), descriptors, peak_kib())


def programs(job: Job) -> tuple[Program, Program]:
    sin = job.sin
    bounds = {
        "memory_bytes": sin.memory_mib << 20,
        "file_bytes": sin.file_mib << 20,
        "game_bytes": sin.game_kib << 10,
    }
    limits = Limits(**{name: size for name, size in bounds.items() if size})
    opponent = Path(__file__).with_name(f"{job.opponent}.py")
    command = (sys.executable, "-BS", str(opponent))
    environment = job.environment | {"PYTHONPATH": str(FOLDER)}
    return (
        Program("sinner", sin.words(sys.executable), FOLDER, job.environment, limits=limits),
        Program("witness", command, Path(job.folder), environment),
    )


def order_of(job: Job, seats: tuple[int, int]) -> Order:
    sin = job.sin
    plain = order(sin.variant, CLAN, time=TIME, strict=sin.strict, game=f"{sin.name}/{seats[1]}", seats=seats)
    top = cards_in(parse_cards(sin.tactics.split()))
    rest = [card for card in plain.deal.tactics if card not in top]
    return replace(plain, deal=replace(plain.deal, tactics=(*top, *rest)))


def family(but: str = "") -> list[str]:
    """Return the command lines of all descendants except the process with the id `but` in words."""
    found = psutil.Process().children(recursive=True)
    return [f"{process.pid} {process.status()}" for process in found if str(process.pid) != but]


def peak_kib() -> int:
    """Return the most memory that this process has ever had, without that of the one that started it."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))


def main() -> None:
    become_subreaper()
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(msgspec.json.encode(judge(msgspec.json.decode(line, type=Job))) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
