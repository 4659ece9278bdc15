"""Honest: what every sinner is apart from its sin. It plays the first card that fits, and claims all it can.

A sinner calls `play` with its own answers to the messages it sins at. No process of it outlives its minute, whoever
forgets to end it.
"""

import os
import signal
import sys

LIFE_S = 60

signal.alarm(LIFE_S)


def say(*lines):
    """Write lines to the arbiter at once."""
    say_bytes("".join(f"{line}\n" for line in lines).encode())


def say_bytes(data):
    """Write bytes to the arbiter, all of them."""
    while data:
        data = data[os.write(1, data) :]


def fork():
    """Fork; the child has a minute of its own."""
    pid = os.fork()
    if not pid:
        signal.alarm(LIFE_S)
    return pid


def hello(_number, _view):
    """Answer ``hello``."""
    say("name Honest", "ready 1")


def game(_number, _view):
    """Answer ``game``."""
    say("ok")


def turn(number, view):
    """Answer ``turn`` with a legal reply."""
    say(reply(number, view))


def give_back(number, view):
    """Answer ``return`` with the first cards of the hand."""
    say(f"return {number} {','.join(view['hand'].split(',')[: int(view['give'])])}")


def ignore(_number, _view):
    """Answer nothing."""


def leave(_number, _view):
    """Answer ``quit``."""
    sys.exit()


def reply(number, view, claim="all"):
    """Return a legal reply: the first clan card to the first stone with room."""
    card, stone = first_card(view), first_stone(view)
    return f"play {number} {card} {stone} claim {claim}" if card and stone else f"pass {number} claim {claim}"


def first_card(view):
    """Return the first clan card of the hand, or nothing."""
    return next((card for card in view["hand"].split(",") if len(card) == 2), "")


def first_stone(view):
    """Return the first unclaimed stone with room, or nothing."""
    claimed = f"{view['mine']},{view['theirs']}".split(",")
    return next((stone for stone in "123456789" if stone not in claimed and own_cards(view, stone) < 3), "")


def own_cards(view, stone):
    """Return how many cards lie on the own side of a stone."""
    own = view[stone].split("/")[0]
    return 0 if own == "-" else own.count(",") + 1


def play(**sins):
    """Answer message after message, each with the sin of its name or else honestly, until the input ends."""
    answers = {"hello": hello, "game": game, "turn": turn, "return": give_back, "quit": leave} | sins
    for line in sys.stdin:
        word, *rest = line.split()
        number = int(rest[0]) if word in ("turn", "return") else 0
        answers.get(word, ignore)(number, dict(field.split("=", 1) for field in rest if "=" in field))


if __name__ == "__main__":
    play()
