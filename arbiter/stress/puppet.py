"""A program that plays its part: each time it is asked it writes what its part says, or else an honest answer.

It is started as ``puppet.py PART``; PART is a JSON file that holds a list of blocks, one for each ``hello``, ``game``,
``turn`` and ``return`` as they come. A block is a list of steps: bytes in hex, milliseconds to wait, or ``"exit"``.
Without PART, or when it is over, the program is honest: it plays its first clan card to the first stone with room, and
claims all.
"""

import json
import os
import sys
import time
from collections.abc import Sequence

PROMPTS = ("hello", "game", "turn", "return")
EXIT = "exit"

Block = Sequence[str | int]


def main() -> None:
    """Play the part to the end of the input."""
    part: list[Block] = []
    if len(sys.argv) > 1:
        with open(sys.argv[1], encoding="ascii") as file:  # noqa: PTH123 (pathlib takes longer to load than the rest)
            part = json.load(file)
    prompt = 0
    for line in sys.stdin:
        word = line.split(None, 1)[0]
        if word == "quit":
            return
        if word in PROMPTS:
            perform(part[prompt] if prompt < len(part) else [f"{honest_answer(line)}\n".encode().hex()])
            prompt += 1


def perform(block: Block) -> None:
    """Do the steps of a block."""
    for step in block:
        if step == EXIT:
            os._exit(1)
        elif isinstance(step, int):
            time.sleep(step / 1000)
        else:
            write(bytes.fromhex(step))


def write(data: bytes) -> None:
    """Write all of some bytes."""
    while data:
        data = data[os.write(1, data) :]


def honest_answer(prompt: str) -> str:
    """Return the honest answer to a line that asks for one."""
    words = prompt.split()
    fields = dict(word.split("=", 1) for word in words if "=" in word)
    if words[0] == "hello":
        return "name Rob Roy\nauthor J. Macgregor\nready 1"
    if words[0] == "game":
        return "ok"
    if words[0] == "return":
        return f"return {words[1]} {','.join(fields['hand'].split(',')[: int(fields['give'])])}"
    card = next((card for card in fields["hand"].split(",") if len(card) == 2), "")
    stone = next((stone for stone in "123456789" if has_room(fields, stone)), "")
    return f"play {words[1]} {card} {stone} claim all" if card and stone else f"pass {words[1]} claim all"


def has_room(fields: dict[str, str], stone: str) -> bool:
    """Tell whether a card may be put on the own side of a stone; in the expert variants, unless it is claimed first."""
    if stone in f"{fields['mine']},{fields['theirs']}".split(","):
        return False
    own = fields[stone].split("/")[0]
    held = 0 if own == "-" else own.count(",") + 1
    return held < (4 if stone in fields["mud"].split(",") else 3)


if __name__ == "__main__":
    main()
