"""``reiver bench``: what a refereed turn costs."""

from argparse import ArgumentParser, Namespace

from arbiter.cli import OK
from arbiter.rules.variants import VARIANTS

EXAMPLE = "reiver bench --variant tactics"


def add(parser: ArgumentParser) -> None:
    """Describe the command's words."""
    parser.add_argument(
        "--bot", metavar="BOT", default="bots:first", help="the bot to measure with (default: bots:first)"
    )
    parser.add_argument("--variant", choices=VARIANTS, default="base", help=f"{', '.join(VARIANTS)} (default: base)")
    parser.add_argument("--rounds", metavar="N", type=int, default=15, help="medians are over these (default: 15)")
    parser.add_argument("--core", metavar="N", type=int, help="the core to pin all to (default: the last one allowed)")


def run(arguments: Namespace) -> int:
    """Measure, and print the figures."""
    import os
    from pathlib import Path

    from arbiter.bench import Bench
    from tournaments.document import table_of
    from tournaments.plan import plan_of_match

    table = table_of({"bots": [], "seed": "bench", "force": True})
    program = plan_of_match([arguments.bot, arguments.bot], table, Path.cwd()).programs[0]
    core = max(os.sched_getaffinity(0)) if arguments.core is None else arguments.core
    bench = Bench.measure(program, arguments.variant, arguments.rounds, core)
    what = f"{arguments.variant}, {program.key} against itself, all on core {core}"
    print(f"{what}, medians of {arguments.rounds} rounds, {'compiled' if bench.is_compiled else 'not compiled'}")
    print(f"a ply          {bench.ply_us:7.1f} us  (rules, clock, record, two processes)")
    print(f"bare pipe      {bench.pipe_us:7.1f} us  (one line there, one back)")
    print(f"ratio          {bench.ratio:7.2f}")
    print(f"games a second {bench.games_a_second:7.0f}")
    return OK
