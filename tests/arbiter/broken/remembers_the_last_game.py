"""Starts every game with the hand of the first."""

from sound import Sound


class Broken(Sound):
    first_turn = None

    def on_turn(self, words):
        self.first_turn = self.first_turn or words
        hand = self.fields(self.first_turn[2:])["hand"] if words[1] in ("1", "2") else self.fields(words[2:])["hand"]
        return super().on_turn(
            [*words[:2], f"hand={hand}", *(word for word in words[2:] if not word.startswith("hand="))]
        )


Broken().run()
