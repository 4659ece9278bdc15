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
    from arbiter.record import GameRecord, RecordError, decode
    from arbiter.replay import PROVED_BY_LINE, verify
    from arbiter.verdicts import FaultKind
    from tournaments.deals import is_deal_of
    from tournaments.journal import Journal
    from tournaments.results import Result

    unprovable = set(FaultKind) - set(PROVED_BY_LINE)

    def faults(row: Result, record: GameRecord, seed: str) -> list[str]:
        told = Result.of(record)._asdict()
        found = [
            f"the row has {column} {value!r}, but the record {told[column]!r}"
            for column, value in row._asdict().items()
            if value != told[column]
        ]
        found += verify(record)
        if record.deal.seed != seed or not is_deal_of(record, seed):
            found.append("the deck is not the one that follows from the seed")
        return found

    games = wrong = trusted = 0
    with Journal(arguments.journal) as journal:
        for row, text in journal.whole_games():
            games += 1
            try:
                record = decode(text)
                trusted += record.result.ending in unprovable
                found = faults(row, record, journal.seed)
            except RecordError as error:
                found = [str(error)]
            wrong += bool(found)
            for fault in found:
                print(f"{row.id}: {fault}")
    told = f", of which {trusted} ended by a fault that no replay can show" if trusted else ""
    print(f"{games - wrong} of {games} results follow from their games{told}")
    return FAILED if wrong else OK
