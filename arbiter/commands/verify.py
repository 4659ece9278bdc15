"""``reiver verify``: whether the results of a journal follow from its games."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from arbiter.cli import FAILED, OK

EXAMPLE = "reiver verify demo.journal"


def add(parser: ArgumentParser) -> None:
    """Describe the command's words."""
    parser.add_argument("journal", metavar="JOURNAL", type=Path, help="a journal")


def run(arguments: Namespace) -> int:
    """Replay every game; print each that does not hold."""
    from arbiter.record import GameRecord, decode
    from arbiter.replay import verify
    from tournaments.deals import is_deal_of
    from tournaments.journal import Journal
    from tournaments.results import Result

    def faults(row: Result, record: GameRecord, seed: str) -> list[str]:
        told = Result.of(record)._asdict()
        found = [
            f"the row has {column} {value!r}, but the record {told[column]!r}"
            for column, value in row._asdict().items()
            if value != told[column]
        ]
        found += verify(record)
        if not is_deal_of(record, seed):
            found.append("the deck is not the one that follows from the seed")
        return found

    games = wrong = trusted = 0
    with Journal(arguments.journal) as journal:
        for row, text in journal.whole_games():
            record = decode(text)
            games += 1
            trusted += record.result.ending in ("timeout", "crash", "flood", "memory", "processes", "cpu", "startup")
            found = faults(row, record, journal.seed)
            wrong += bool(found)
            for fault in found:
                print(f"{row.id}: {fault}")
    told = f", of which {trusted} ended by a fault that no replay can show" if trusted else ""
    print(f"{games - wrong} of {games} results follow from their games{told}")
    return FAILED if wrong else OK
