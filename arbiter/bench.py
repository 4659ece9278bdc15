"""What a refereed turn costs, beside the bare round trip through a pipe that nobody can go below."""

import os
import statistics
import time
from dataclasses import dataclass
from random import Random
from typing import Self

from arbiter import referee
from arbiter.control import TimeControl
from arbiter.match import Match
from arbiter.order import Deal, Order
from arbiter.process import Process, Program
from arbiter.record import encode
from arbiter.rules.cards import CLAN_CARDS, TACTICS_CARDS
from arbiter.rules.variants import rules_of

PINGS = 2000
GAMES = 50
WARM_UP_PINGS = 200


@dataclass(frozen=True, slots=True)
class Bench:
    """Medians over rounds, each of which measures both in turn. Times in microseconds.

    `is_compiled` tells whether the arbiter is machine code (see README.md) or Python.
    """

    ply_us: float
    pipe_us: float
    ratio: float
    games_a_second: float
    is_compiled: bool

    @classmethod
    def measure(cls, program: Program, variant: str, rounds: int, core: int) -> Self:
        """Play a bot against itself, everything pinned to one core. The bot must answer ``ping``."""
        os.sched_setaffinity(0, {core})
        plies, pipes, games = [], [], []
        with Match((program, program)) as match:
            _play(match, variant, GAMES)
            for _ in range(rounds):
                pipes.append(round_trip_us(program))
                ply_us, game_us = _play(match, variant, GAMES)
                plies.append(ply_us)
                games.append(game_us)
        ratios = [ply / pipe for ply, pipe in zip(plies, pipes, strict=True)]
        median = statistics.median
        is_compiled = not referee.__file__.endswith(".py")
        return cls(median(plies), median(pipes), median(ratios), 1e6 / median(games), is_compiled)


def round_trip_us(program: Program, pings: int = PINGS) -> float:
    """Return what one line to a bot and one line back take with bare blocking system calls, in microseconds."""
    process = Process(program)
    try:
        os.set_blocking(process.output, True)
        os.write(process.input, b"hello 1 bench\n")
        while b"ready" not in os.read(process.output, 4096):
            pass
        for count in (WARM_UP_PINGS, pings):
            start_ns = time.perf_counter_ns()
            for _ in range(count):
                os.write(process.input, b"ping 1\n")
                os.read(process.output, 4096)
            elapsed_ns = time.perf_counter_ns() - start_ns
        return elapsed_ns / pings / 1000
    finally:
        process.kill()


def _play(match: Match, variant: str, games: int) -> tuple[float, float]:
    """Return what a ply and a game take, in microseconds, records included."""
    random = Random(1)
    plies = 0
    start_ns = time.perf_counter_ns()
    for number in range(games):
        record = match.play(_order(variant, number, random))
        encode(record)
        plies += len(record.turns)
    elapsed_us = (time.perf_counter_ns() - start_ns) / 1000
    return elapsed_us / plies, elapsed_us / games


def _order(variant: str, number: int, random: Random) -> Order:
    rules = rules_of(variant)
    clan = tuple(random.sample(CLAN_CARDS, len(CLAN_CARDS)))
    tactics = tuple(random.sample(TACTICS_CARDS, len(TACTICS_CARDS))) if rules.tactics else ()
    return Order(f"bench-{number}", rules, Deal("bench", number, clan, tactics, "bench"), time=TimeControl())
