from pathlib import Path

import pytest

from tests.transcripts import FOLDER, Transcript, perform

FILES = sorted(FOLDER.glob("*.txt"))
SPEC = FOLDER.parent / "SPEC.md"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_arbiter_speaks_as_the_transcript_says(path: Path) -> None:
    transcript = Transcript.read(path)
    assert list(perform(transcript)) == transcript.lines


def test_the_game_in_the_specification_is_a_transcript() -> None:
    section = SPEC.read_text().split("## A whole short game")[1]
    shown = section.split("```")[1].strip().splitlines()
    lines = Transcript.read(FOLDER / "short-game.txt").lines
    assert shown == [f"{way} {text}" for seat, way, text in lines if seat == 0]


def test_every_way_to_end_a_dialogue_has_a_transcript() -> None:
    endings = {line for path in FILES for _, way, line in Transcript.read(path).lines if line.startswith("result")}
    reasons = {line.split()[2] for line in endings}
    assert reasons == {"by=adjacent", "by=malformed", "by=illegal", "by=timeout", "by=crash"}
