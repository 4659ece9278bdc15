"""``reiver vectors``: claim and game vectors."""

from argparse import ArgumentParser, Namespace

from arbiter.cli import FAILED, OK

EXAMPLE = "reiver vectors protocol/vectors/claims.jsonl protocol/vectors/games.jsonl"


def add(parser: ArgumentParser) -> None:
    """Describe the command's words."""
    parser.add_argument("files", metavar="FILE", nargs="+", help="a file of vectors, one JSON object a line")


def run(arguments: Namespace) -> int:
    """Run the vectors; print each failure, and a summary."""
    from arbiter.rules.vectors import check_file

    vectors = failed = 0
    for path in arguments.files:
        for outcome in check_file(path):
            vectors += 1
            if not outcome.passed:
                failed += 1
                print(f"{path}:{outcome.line}: {outcome.id}: {outcome.why}")
                print(f"  expected {outcome.expected}")
                print(f"  got      {outcome.got}")
    print(f"{vectors - failed} passed, {failed} failed")
    return FAILED if failed else OK
