"""The ladder of the bundled bots: each against the one below it, paired games, with standard errors. Run it with `python`.

Further words on the command line are the bots, weakest first; ``--games`` and ``--variant`` are those of `reiver match`.
"""

import argparse
import json
import subprocess
import sys
from itertools import pairwise
from math import sqrt

LADDER = ("random", "greedy", "careful", "prover", "searcher")
VARIANTS = ("base", "tactics")


def play(upper: str, lower: str, variant: str, games: int, seed: str) -> dict:
    """Return the report of a match."""
    words = [f"bots:{upper}", f"bots:{lower}", "--games", str(games), "--variant", variant, "--seed", seed, "--json"]
    command = [sys.executable, "-m", "arbiter", "match", *words]
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)


def score_of(report: dict, bot: str) -> tuple[float, float]:
    """Return a bot's score in per cent and its standard error, which takes the two games of a deal together."""
    (match,) = report["match"]
    pairs, counts = match["pairs"], [match[f"pairs_{points}"] for points in range(5)]
    mean = sum(points * count for points, count in enumerate(counts)) / pairs / 4
    variance = sum((points / 4 - mean) ** 2 * count for points, count in enumerate(counts)) / (pairs - 1)
    return 100 * (mean if match["bot"] == bot else 1 - mean), 100 * sqrt(variance / pairs)


def line_of(report: dict, upper: str, lower: str, variant: str) -> str:
    """Return a line of the table."""
    score, error = score_of(report, upper)
    faults = sum(sum(line["faults"].values()) for line in report["standings"])
    mean_ms = next(line["mean_ns"] for line in report["standings"] if line["bot"] == upper) / 1e6
    return f"{variant:16}{upper:10}{lower:10}{report['games']:6}{score:8.1f} ± {error:.1f}{faults:8}{mean_ms:10.1f}"


def main() -> None:
    """Print the ladder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bots", nargs="*", default=LADDER)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--variant", action="append")
    parser.add_argument("--seed", default="ladder")
    words = parser.parse_args()
    print(f"{'variant':16}{'bot':10}{'against':10}{'games':>6}{'score %':>14}{'faults':>8}{'mean ms':>10}")
    for variant in words.variant or VARIANTS:
        for lower, upper in pairwise(words.bots):
            report = play(upper, lower, variant, words.games, words.seed)
            print(line_of(report, upper, lower, variant), flush=True)


if __name__ == "__main__":
    main()
