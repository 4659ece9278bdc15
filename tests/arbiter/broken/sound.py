"""A sound bot, of which each broken one spoils a part: its first clan card goes to the first stone with room."""

import sys


class Sound:
    """A bot: `answer` returns the lines that answer one line, `say` sends them."""

    def answer(self, line):
        words = line.split()
        react = getattr(self, f"on_{words[0]}", None) if words else None
        return react(words) if react else []

    def on_hello(self, words):
        return ["name Broken", "ready 1"]

    def on_ping(self, words):
        return [f"pong {words[1]}"]

    def on_game(self, words):
        return ["ok"]

    def on_turn(self, words):
        fields = self.fields(words[2:])
        for stone in self.stones(fields):
            for card in fields["hand"].split(","):
                if len(card) == 2:
                    return [f"play {words[1]} {card} {stone} claim all"]
        return [f"pass {words[1]} claim all"]

    def on_return(self, words):
        fields = self.fields(words[2:])
        cards = [card for card in fields["hand"].split(",") if card != "joker"]
        return [f"return {words[1]} {','.join(cards[: int(fields['give'])]) or '-'}"]

    def on_quit(self, words):
        raise SystemExit

    def fields(self, words):
        return dict(word.split("=", 1) for word in words)

    def stones(self, fields):
        claimed = f"{fields['mine']},{fields['theirs']}".split(",")
        size = {stone: 4 if stone in fields["mud"].split(",") else 3 for stone in "123456789"}
        own = {stone: fields[stone].split("/")[0].replace("-", "").split(",") for stone in "123456789"}
        return [
            stone for stone in "123456789" if stone not in claimed and len(list(filter(None, own[stone]))) < size[stone]
        ]

    def read(self):
        return sys.stdin.readline()

    def say(self, lines):
        for line in lines:
            print(line, flush=True)

    def run(self):
        while line := self.read():
            self.say(self.answer(line))


if __name__ == "__main__":
    Sound().run()
