"""A fuzzed dialogue once more between two real processes, over real pipes and in real time."""

import json
import os
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from random import Random

from arbiter.control import MS, TimeControl
from arbiter.match import Match
from arbiter.program import Program
from arbiter.record import GameRecord, decode, encode
from arbiter.replay import verify
from arbiter.stress import puppet
from arbiter.stress.dialogue import Dialogue
from arbiter.stress.finding import demand, nothing_raises
from arbiter.stress.script import TIMEOUT, Event
from arbiter.verdicts import VOID, FaultKind

TIME = TimeControl(move_ns=2000 * MS, startup_ns=5000 * MS, setup_ns=5000 * MS, grace_ns=500 * MS)


def play_through_pipes(dialogue: Dialogue) -> GameRecord:
    """Play a dialogue that is over in two processes and return the record. Raise `FindingError` if it is not right.

    When nothing in it depends on what comes first, the game must end as in virtual time; else the honest seat must be
    without fault at least.
    """
    with nothing_raises(), tempfile.TemporaryDirectory(prefix="reiver-stress-") as folder:
        before = _belongings()
        programs = _programs(dialogue, Path(folder))
        record = _play(programs, dialogue)
        demand(_belongings() == before, "a match leaves processes or open files behind", before, _belongings())
        _check(record, dialogue)
    return record


def _play(programs: tuple[Program, Program], dialogue: Dialogue) -> GameRecord:
    """Play the game; once more if the honest seat is late, for the machine may be busy."""
    for _ in range(2):
        with Match(programs) as match:
            record = match.play(dialogue.script.order)
        fault = record.result.fault
        if fault is None or fault.kind != FaultKind.TIMEOUT or fault.seat == dialogue.script.fuzzed:
            break
    return record


def plain_answer(dialogue: Dialogue, seat: int, _random: Random) -> Event:
    """Return the answer of an honest seat that the honest program gives too."""
    return Event(seat, f"{puppet.honest_answer(dialogue.speech.said[seat][-1])}\n".encode())


def _programs(dialogue: Dialogue, folder: Path) -> tuple[Program, Program]:
    part = folder / "part.json"
    part.write_text(json.dumps(blocks(dialogue)))
    command = (sys.executable, "-I", puppet.__file__)
    honest = Program("honest", command, folder)
    fuzzed = replace(honest, key="fuzzed", command=(*command, str(part)))
    return (fuzzed, honest) if dialogue.script.fuzzed == 0 else (honest, fuzzed)


def blocks(dialogue: Dialogue) -> list[list[str | int]]:
    """Return the part of the fuzzed seat, block by block."""
    part: list[list[str | int]] = [[data.hex() for data in dialogue.script.greeting], []]
    for event, prompt in zip(dialogue.events, dialogue.prompts, strict=True):
        if event.seat != dialogue.script.fuzzed:
            continue
        while len(part) < prompt + 2:
            part.append([])
        block = part[prompt + 1]
        if event.end and event.end != TIMEOUT:
            block.append(puppet.EXIT)
        elif event.data:
            block += [1, event.data.hex()] if block else [event.data.hex()]
    return part


def _check(record: GameRecord, dialogue: Dialogue) -> None:
    demand(decode(encode(record)) == record, "a record does not come back from JSON", record.id)
    fault, fuzzed = record.result.fault, dialogue.script.fuzzed
    if record.result.ending == VOID:
        return
    demand(fault is None or fault.seat == fuzzed, "a seat is blamed for nothing", record.result.why)
    wrong = verify(record)
    demand(not wrong, "a record does not verify", *wrong)
    verdict = dialogue.referee.verdict
    if not verdict or not _is_certain(dialogue):
        return
    real = record.result.ending, record.result.winner, [turn.reply for turn in record.turns]
    winner = None if verdict.winner < 0 else verdict.winner
    virtual = str(verdict.ending), winner, [turn.reply for turn in dialogue.referee.turns]
    demand(real == virtual, "processes play another game", real, virtual)


def _is_certain(dialogue: Dialogue) -> bool:
    """Tell whether the order of events cannot be another in real time: every question gets one line."""
    part = blocks(dialogue)
    if dialogue.referee.verdict and dialogue.referee.verdict.ending == FaultKind.STARTUP:
        return True
    return all(sum(1 for line in _said(block).split(b"\n") if line.strip()) <= 1 for block in part[1:])


def _said(block: list[str | int]) -> bytes:
    return b"".join(bytes.fromhex(step) for step in block if isinstance(step, str) and step != puppet.EXIT)


def _belongings() -> tuple[int, str]:
    """Return how many files this process has open, and its children."""
    files = sum(1 for _ in Path("/proc/self/fd").iterdir())
    children = Path(f"/proc/self/task/{os.getpid()}/children")
    return files, children.read_text() if children.exists() else ""
