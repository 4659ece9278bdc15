"""A complete bot for reiver in one file and without a library: put your own name in, then change `choose`.

The arbiter writes lines to standard input and reads the answers from standard output; protocol/SPEC.md has them all,
protocol/RULES.md the rules of the game. Use standard error for debug output: `print(..., file=sys.stderr)`.
"""

import sys

NAME = "Python starter"
AUTHOR = "reiver"
VERSION = "1.0"


def say(line: str) -> None:
    """Send one line. Without the flush it would stay in this process, and the arbiter would wait in vain."""
    print(line, flush=True)


class Turn:
    """What a `turn` or `return` line tells: everything a bot may know, so that nothing has to be remembered."""

    def __init__(self, words: list[str]) -> None:
        # Each word is `key=value`. Fields that this bot does not know do no harm here: nobody asks for them.
        self.fields = dict(word.split("=", 1) for word in words if "=" in word)

    def items(self, key: str) -> list[str]:
        """Return a list field, such as `hand` or `mud`; `-` is the empty list."""
        return split(self.fields.get(key, "-"))

    def sides(self, stone: str) -> tuple[list[str], list[str]]:
        """Return the cards at a stone: on my side, on the opponent's side."""
        mine, _, theirs = self.fields.get(stone, "-/-").partition("/")
        return split(mine), split(theirs)

    def has_room(self, stone: str) -> bool:
        """Tell whether one more card may go to my side of a stone."""
        if stone in self.items("mine") + self.items("theirs"):
            return False  # claimed: closed for good
        size = 4 if stone in self.items("mud") else 3
        return len(self.sides(stone)[0]) < size


def split(text: str) -> list[str]:
    """Take a list apart."""
    return [] if text == "-" else text.split(",")


def is_clan(card: str) -> bool:
    """Tell a clan card such as `R5` from a tactics card such as `spy`."""
    return len(card) == 2


def choose(turn: Turn) -> str | None:
    """Choose the play of a turn, such as `R5 3`; None passes, which is legal only if no clan card can be played.

    This is where your ideas go. For a start: the highest clan card (the first of several) to the first stone with room.
    In the expert variants the claims come before the play; a stone that they take had a complete side of mine, so it
    had no room anyway.
    """
    clan = [card for card in turn.items("hand") if is_clan(card)]
    stones = [stone for stone in "123456789" if turn.has_room(stone)]
    if not clan or not stones:
        return None
    return f"{max(clan, key=lambda card: card[1])} {stones[0]}"


def give_back(turn: Turn) -> str:
    """Choose what a recruiter returns: as many cards as `give` says, jokers last, since a useless one must stay."""
    hand = sorted(turn.items("hand"), key=lambda card: card == "joker")  # stable: the rest keeps its order
    return ",".join(hand[: int(turn.fields.get("give", "0"))]) or "-"


def main() -> None:
    """Answer the lines of the arbiter until it says `quit` or closes the input."""
    for line in sys.stdin:
        words = line.split()  # also takes care of more spaces and of `\r\n`
        match words:
            case ["hello", *_]:
                say(f"name {NAME}")
                say(f"author {AUTHOR}")
                say(f"version {VERSION}")
                say("ready 1")  # the version of the protocol that this bot speaks
            case ["ping", token, *_]:
                say(f"pong {token}")
            case ["game", *_]:  # its fields tell the variant, your seat, the limits, a seed
                say("ok")
            case ["turn", number, *fields]:
                # `claim all` claims every stone that can be granted and nothing else: it is never refused.
                play = choose(Turn(fields))
                say(f"play {number} {play} claim all" if play else f"pass {number} claim all")
            case ["return", number, *fields]:
                say(f"return {number} {give_back(Turn(fields))}")
            case ["quit", *_]:
                return
            # Everything else is news (`opponent`, `refused`, `result`) or of a later version: it needs no answer.


if __name__ == "__main__":
    main()
