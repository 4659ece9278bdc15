"""``reiver stress``: fuzzed dialogues and random games, held against what must be true of every game."""

import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from arbiter.cli import FAILED, OK

if TYPE_CHECKING:
    from arbiter.stress.campaign import Campaign, Part

EXAMPLE = "reiver stress --dialogues 100 --games 200 --seed tartan --out findings"
COUNTS = (
    ("dialogues", 1000, "fuzzed dialogues in virtual time"),
    ("games", 5000, "random games of the rules alone"),
    ("processes", 20, "fuzzed dialogues between real processes"),
)


def add(parser: ArgumentParser) -> None:
    """Describe the command's words."""
    for name, default, about in COUNTS:
        text = f"{about} (default: {default})"
        parser.add_argument(f"--{name}", metavar="N", type=_count, default=default, help=text)
    parser.add_argument("--seed", metavar="TEXT", default="reiver", help="where all of it comes from (default: reiver)")
    parser.add_argument(
        "--only",
        metavar="[PART:]K",
        type=_only,
        help="just number K of a part: dialogue (if none is named), game or processes",
    )
    parser.add_argument(
        "--out", metavar="FOLDER", type=Path, default=Path("findings"), help="for transcripts of findings"
    )


def run(arguments: Namespace) -> int:
    """Run the campaign, print what came of it, and return 1 if something was found."""
    from arbiter.stress.campaign import Campaign, Part

    campaign = Campaign(arguments.seed, arguments.out)
    parts = {
        Part.GAME: range(arguments.games),
        Part.DIALOGUE: range(arguments.dialogues),
        Part.PROCESSES: range(arguments.processes),
    }
    if arguments.only:
        name, number = arguments.only
        parts = {Part(name): range(number, number + 1)}
    for part, numbers in parts.items():
        for _ in _shown(campaign.run(part, numbers), part, len(numbers)):
            pass
    _report(campaign)
    return FAILED if campaign.found else OK


def _count(text: str) -> int:
    if text.isdecimal():
        return int(text)
    raise ArgumentTypeError(f"{text!r} is no number from 0 on")


def _only(text: str) -> tuple[str, int]:
    part, _, number = text.rpartition(":")
    if part not in ("", "dialogue", "game", "processes"):
        raise ArgumentTypeError(f"{part!r} is no part (one of dialogue, game, processes)")
    return part or "dialogue", _count(number)


def _shown(numbers: Iterable[int], part: "Part", total: int) -> Iterator[int]:
    """Pass numbers on, with a progress bar on standard error if that is a terminal."""
    if not sys.stderr.isatty():
        yield from numbers
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(numbers, description=f"{part:10}", total=total, console=Console(stderr=True))


def _report(campaign: "Campaign") -> None:
    names = {"dialogue": ("dialogues", "lines"), "game": ("games", "replies"), "processes": ("in processes", "lines")}
    print(f"seed          {campaign.seed}")
    for part, tally in campaign.tallies.items():
        if tally.done:
            name, steps = names[part]
            seconds = tally.elapsed_ns / 1e9
            print(f"{name:12} {tally.done:7}  {tally.steps:9} {steps}  {tally.done / seconds:8.1f} a second")
            for title, verdicts in (("by the rules", tally.by_the_rules), ("by a fault", tally.by_fault)):
                counted = ", ".join(f"{name} {count}" for name, count in verdicts.most_common())
                print(f"  {title:12} {counted or 'none'}")
    print(f"findings     {sum(found.count for found in campaign.found.values()):7}")
    for found in campaign.found.values():
        print(f"  {found.kind} ({found.count} times), first: {found.detail[:300]}")
        print(f"    {found.path}")
        print(f"    {found.again}")
