"""Counts its own turns, one by one, instead of saying the number that it was given."""

from sound import Sound


class Broken(Sound):
    turns = 0

    def on_game(self, words):
        self.turns = 0
        return super().on_game(words)

    def on_turn(self, words):
        self.turns += 1
        return super().on_turn([words[0], str(self.turns), *words[2:]])


Broken().run()
