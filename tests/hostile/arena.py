"""An arena: a process like a tournament's worker, in which sinners meet an opponent, and that tells what came of it.

A job is a line of its standard input, its outcome a line of its standard output.
"""

import os
import sys
import time
from dataclasses import replace
from pathlib import Path

import msgspec
import psutil

from arbiter.control import MS, TimeControl
from arbiter.match import Match
from arbiter.order import Order
from arbiter.outlook import apart
from arbiter.program import Limits, Program, Sandbox
from arbiter.record import GameRecord
from arbiter.rules.cards import cards_in, parse_cards
from arbiter.strays import become_subreaper, kill_strays
from arbiter.verdicts import VOID
from tests.games import order
from tests.hostile.sins import FOLDER, Sin
from tests.timeouts import SCALE

SECOND_NS = int(1000 * MS * SCALE)
MOVE_NS = GRACE_NS = SECOND_NS * 3 // 10
TIME = TimeControl(
    move_ns=MOVE_NS, margin_ns=20 * MS, startup_ns=2 * SECOND_NS, setup_ns=SECOND_NS, grace_ns=GRACE_NS
)
MOST_TRIES = 4
"""How often a game is played that is void."""
CLAN = " ".join(f"{'ROYGBP'[card * 5 % 6]}{card * 7 % 9 + 1}" for card in range(18))
"""The top of the deck; with it both hands are a mixture."""


class Job(msgspec.Struct, frozen=True):
    """A sinner to be judged.

    `opponent` is a Python program, `folder` what both may write to, `environment` their own variables. `in_sandbox`
    puts bubblewrap around the sinner.
    """

    sin: Sin
    opponent: str
    folder: str
    environment: dict[str, str]
    in_sandbox: bool = False


class Outcome(msgspec.Struct, frozen=True):
    """What came of two games, the sinner first and the sinner second.

    `took_ns` is the time of each game with all that is to be done after it, `close_ns` that of the match's end.
    `strays` are the processes that were there after a fault or after the match, `descriptors` counts the files left
    open, `peak_kib` is the most memory that the arena has ever had.
    """

    records: tuple[GameRecord, GameRecord]
    took_ns: tuple[int, int]
    close_ns: int
    strays: tuple[str, ...]
    descriptors: int
    peak_kib: int


def judge(job: Job) -> Outcome:
    """Play the games."""
    records, took_ns, strays = [], [], []
    descriptors = count_descriptors()
    with Match(programs(job), sweeps=True) as match:
        for seats in ((0, 1), (1, 0)):
            for _ in range(MOST_TRIES):
                start_ns = time.monotonic_ns()
                record = match.play(order_of(job, seats))
                took = time.monotonic_ns() - start_ns
                if record.result.ending != VOID:
                    break
            records.append(record)
            took_ns.append(took)
            witness = records[-1].bots[seats[1]].version
            if records[-1].result.fault and witness:
                strays += family(but=witness)
        start_ns = time.monotonic_ns()
    close_ns = time.monotonic_ns() - start_ns
    strays += family()
    kill_strays()
    descriptors = count_descriptors() - descriptors
    return Outcome(
        (records[0], records[1]), (took_ns[0], took_ns[1]), close_ns, tuple(strays), descriptors, peak_kib()
    )


def programs(job: Job) -> tuple[Program, Program]:
    sin = job.sin
    bounds = {
        "memory_bytes": sin.memory_mib << 20,
        "file_bytes": sin.file_mib << 20,
        "game_bytes": sin.game_kib << 10,
    }
    limits = Limits(**{name: size for name, size in bounds.items() if size})
    sandbox = Sandbox.BWRAP if job.in_sandbox else Sandbox.NONE
    command = (sys.executable, "-BS", job.opponent)
    sinner = Program("sinner", sin.words(sys.executable), FOLDER, job.environment, limits=limits, sandbox=sandbox)
    opponent = Program("opponent", command, Path(job.folder), job.environment | {"PYTHONPATH": str(FOLDER)})
    return apart((sinner, opponent))[0], opponent


def order_of(job: Job, seats: tuple[int, int]) -> Order:
    sin = job.sin
    plain = order(sin.variant, CLAN, time=TIME, strict=sin.strict, game=f"{sin.name}/{seats[1]}", seats=seats)
    top = cards_in(parse_cards(sin.tactics.split()))
    rest = [card for card in plain.deal.tactics if card not in top]
    return replace(plain, deal=replace(plain.deal, tactics=(*top, *rest)))


def family(but: str = "") -> list[str]:
    """Return all descendants except the process with the id `but`."""
    return [str(process) for process in psutil.Process().children(recursive=True) if str(process.pid) != but]


def count_descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def peak_kib() -> int:
    """Return the most memory that this program has had; what `getrusage` says includes the program that started it."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))


def main() -> None:
    become_subreaper()
    for line in sys.stdin.buffer:
        outcome = judge(msgspec.json.decode(line, type=Job))
        os.write(1, msgspec.json.encode(outcome) + b"\n")


if __name__ == "__main__":
    main()
