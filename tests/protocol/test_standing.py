"""The table of SPEC.md and the table in the code say the same."""

import re
from pathlib import Path

from protocol import messages
from protocol.standing import EXPECTED, NEXT, Standing

SPEC = (Path(__file__).parent.parent.parent / "protocol" / "SPEC.md").read_text()
NAMES = {
    "greeting": Standing.GREETING,
    "idle": Standing.IDLE,
    "pinged": Standing.PINGED,
    "setting up": Standing.SETTING_UP,
    "waiting": Standing.WAITING,
    "on turn": Standing.ON_TURN,
    "returning": Standing.RETURNING,
}


def allowed_by_the_specification() -> dict[Standing, dict[type, Standing]]:
    """Rows of ``| the bot is | because … | may send | then it is |``; groups and what follows are split by ``;``."""
    table: dict[Standing, dict[type, Standing]] = {}
    rows = re.findall(r"^\| ([a-z ]+) \|[^|]*\| (.*) \| (.*) \|$", SPEC.split("## Order of messages")[1], re.MULTILINE)
    for name, sends, after in rows:
        if name not in NAMES:
            continue
        groups = [re.findall(r"`(\w+)`", group) for group in sends.split(";")]
        follow = [part.strip() for part in after.split(";")]
        for words, then in zip(groups, follow if len(follow) == len(groups) else follow * len(groups), strict=True):
            for word in words:
                table.setdefault(NAMES[name], {})[getattr(messages, word.capitalize())] = NAMES[then]
    return table


def test_the_code_allows_what_the_specification_allows() -> None:
    assert allowed_by_the_specification() == NEXT


def test_every_standing_says_what_is_expected() -> None:
    assert set(EXPECTED) == set(NEXT) == set(Standing)
