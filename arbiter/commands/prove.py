"""``reiver prove``: one claim, judged."""

from argparse import ArgumentParser, Namespace

from arbiter.cli import OK
from arbiter.rules.variants import Ranking

EXAMPLE = "reiver prove --claimant R6,O6,Y6 --opponent G7,B7 --seen P7"


def add(parser: ArgumentParser) -> None:
    """Describe the command's words."""
    parser.add_argument(
        "--claimant", metavar="CARDS", required=True, help="the claimant's side of the stone: R6,O6,spy"
    )
    parser.add_argument("--opponent", metavar="CARDS", default="", help="the opponent's side")
    parser.add_argument("--seen", metavar="CARDS", default="", help="clan cards that lie face up elsewhere")
    parser.add_argument(
        "--hand", metavar="CARDS", default="", help="clan cards in the claimant's hand; they prove nothing"
    )
    parser.add_argument("--modes", metavar="MODES", default="", help="combat modes on the stone: blind, mud")
    parser.add_argument(
        "--ranking", choices=list(Ranking), default=Ranking.COLOUR_OVER_RUN, help=f"{', '.join(Ranking)}"
    )
    parser.add_argument("--first", choices=("claimant", "opponent"), help="whose side was completed first, for a tie")


def run(arguments: Namespace) -> int:
    """Print ``granted`` or ``refused``, and why."""
    from arbiter.rules.claims import parse_claim, prove

    claimant, opponent, seen, hand, modes = (
        [word for word in getattr(arguments, name).replace(",", " ").split() if word != "-"]
        for name in ("claimant", "opponent", "seen", "hand", "modes")
    )
    claim = parse_claim(
        claimant, opponent, seen, hand=hand, modes=modes, ranking=arguments.ranking, first=arguments.first
    )
    proof = prove(claim)
    print(f"{proof.verdict}: {proof.why}")
    return OK
