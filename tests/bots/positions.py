"""Lines that an arbiter sends, with the fields that a test does not care about filled in."""

from protocol.client import Client, weakest

EMPTY_STONES = {str(stone): "-/-" for stone in range(1, 10)}


def game(**fields):
    settings = {
        "id": "1",
        "seat": "first",
        "variant": "base",
        "ranking": "colour-over-run",
        "lead": "1",
        "strict": "no",
    }
    limits = {"move": "1000", "clock": "-", "increment": "0", "deck": "0" * 64, "seed": "77"}
    return say("game", settings | limits | fields)


def turn(number, hand, word="turn", **fields):
    """Return a turn; the stones are named s1 to s9."""
    fields = {key.removeprefix("s") if key[1:].isdigit() else key: value for key, value in fields.items()}
    stones = EMPTY_STONES | {"mine": "-", "theirs": "-", "first": "-", "blind": "-", "mud": "-", "discard": "-"}
    counts = {"deck": "20+8", "opponent": "6+0", "played": "0/0", "jokers": "0/0", "left": "1000", "clock": "-/-"}
    return say(f"{word} {number}", {"hand": hand} | stones | counts | fields)


def say(words, fields):
    return " ".join([words, *(f"{key}={value}" for key, value in fields.items())])


def legal_answers(game_line, turn_line):
    """Return every legal answer to a turn, without claim and draw; no play that an early claim may close is in it."""
    views = []
    client = Client(lambda view: views.append(view) or "pass", weakest, name="spectator")
    client.answer(game_line)
    client.answer(turn_line)
    number, plays = views[0].number, views[0].legal_plays()
    return [f"pass {number}" if play == "pass" else f"play {number} {play}" for play in plays]
