"""A bot that plays its first clan card on the first stone with room; ``--die-at TURN`` and ``--stay`` spoil it."""

import os
import signal
import sys


def play(words):
    fields = dict(word.split("=", 1) for word in words[2:])
    claimed = f"{fields['mine']},{fields['theirs']}".split(",")
    for stone in "123456789":
        own = fields[stone].split("/")[0]
        if stone not in claimed and (own == "-" or own.count(",") < (3 if stone in fields["mud"] else 2)):
            for card in fields["hand"].split(","):
                if card[1:].isdecimal():
                    return f"play {words[1]} {card} {stone} claim all"
    return f"pass {words[1]} claim all"


if "--stay" in sys.argv:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
die_at = int(sys.argv[sys.argv.index("--die-at") + 1]) if "--die-at" in sys.argv else 0
for line in sys.stdin:
    words = line.split()
    if words[0] == "hello":
        print("name Quick", "option depth int 4 1 64", "ready 1", sep="\n", flush=True)
    elif words[0] == "game":
        print("ok", flush=True)
    elif words[0] == "turn":
        if int(words[1]) >= die_at > 0:
            os.abort()
        print(play(words), flush=True)
    elif words[0] == "quit" and "--stay" not in sys.argv:
        break
while "--stay" in sys.argv:
    signal.pause()
