"""``reiver match``: two or more bots against each other, from the command line alone."""

import sys
import tempfile
from argparse import ArgumentParser, Namespace
from pathlib import Path

from arbiter.cli import STOPPED, OperatorError
from arbiter.rules.variants import VARIANTS, Ranking

EXAMPLE = 'reiver match bots:greedy "python3 mybot.py" --games 20 --variant tactics'


def add(parser: ArgumentParser) -> None:
    """Describe the command's words."""
    from arbiter.commands.playing import add_formats

    parser.add_argument(
        "bots",
        metavar="BOT",
        nargs="+",
        help="bots:NAME for a bundled bot (see: reiver bots), a program, or a command line in quotes",
    )
    parser.add_argument("--games", metavar="N", type=int, default=10, help="games of each two, even (default: 10)")
    parser.add_argument(
        "--variant", metavar="V", action="append", choices=VARIANTS, help=f"{', '.join(VARIANTS)}; may be repeated"
    )
    parser.add_argument(
        "--ranking", choices=list(Ranking), default=Ranking.COLOUR_OVER_RUN, help=f"{', '.join(Ranking)}"
    )
    parser.add_argument(
        "--tactics-lead", type=int, choices=(0, 1), default=1, help="tactics cards more than the opponent"
    )
    parser.add_argument(
        "--move-ms", metavar="MS", type=int, default=1000, help="time for a turn (default: 1000; 0: no limit)"
    )
    parser.add_argument(
        "--game-ms", metavar="MS", type=int, default=0, help="time for all turns of a game (default: none)"
    )
    parser.add_argument("--increment-ms", metavar="MS", type=int, default=0, help="time added after each turn")
    parser.add_argument("--seed", metavar="TEXT", help="where the deals come from (default: drawn at random)")
    parser.add_argument(
        "--concurrency", metavar="N", type=int, default=0, help="games at the same time (default: one a core)"
    )
    parser.add_argument("--fresh", action="store_true", help="new processes for every game")
    parser.add_argument("--strict", action="store_true", help="a refused claim loses the game")
    parser.add_argument("--journal", metavar="FILE", type=Path, help="keep the games (default: they are thrown away)")
    parser.add_argument(
        "--trace", action="store_true", help="print every line both ways to standard error, one game at a time"
    )
    add_formats(parser, "the standings")


def run(arguments: Namespace) -> int:
    """Play the match and print its standings."""
    from arbiter.commands.playing import play
    from tournaments.document import table_of
    from tournaments.plan import plan_of_match

    if arguments.games < 2 or arguments.games % 2:
        raise OperatorError(
            f"--games {arguments.games}: an even number is needed, since each deal is played from both seats"
        )
    table = table_of(_table(arguments))
    with tempfile.TemporaryDirectory(prefix="reiver-") as folder:
        plan = plan_of_match(arguments.bots, table, Path.cwd())
        journal = arguments.journal or Path(folder) / "match.journal"
        status = play(plan, journal, arguments)
    if status == STOPPED and arguments.journal:
        print(f"go on with the same command and --journal {arguments.journal}", file=sys.stderr)
    return status


def _table(arguments: Namespace) -> dict[str, object]:
    table: dict[str, object] = {
        "name": "match",
        "bots": [],
        "variants": arguments.variant or ["base"],
        "rounds": arguments.games // 2,
        "concurrency": arguments.concurrency,
        "fresh": arguments.fresh,
        "strict": arguments.strict,
        "ranking": str(arguments.ranking),
        "tactics_lead": arguments.tactics_lead,
        "time": {name: getattr(arguments, name) for name in ("move_ms", "game_ms", "increment_ms")},
    }
    return table if arguments.seed is None else {**table, "seed": arguments.seed}
