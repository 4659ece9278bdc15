"""Prints what it thinks, as if nobody else could read it."""

from sound import Sound


class Broken(Sound):
    def on_turn(self, words):
        return ["thinking about turn " + words[1], *super().on_turn(words)]


Broken().run()
