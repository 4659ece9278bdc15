"""Claims every stone on every turn."""

from sound import Sound


class Broken(Sound):
    def on_turn(self, words):
        return [line.replace("claim all", "claim 1,2,3,4,5,6,7,8,9") for line in super().on_turn(words)]


Broken().run()
