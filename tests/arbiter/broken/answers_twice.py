"""Answers every turn twice, to be sure."""

from sound import Sound


class Broken(Sound):
    def on_turn(self, words):
        return super().on_turn(words) * 2


Broken().run()
