"""Waits for the end of its input, whatever it is told."""

from sound import Sound


class Broken(Sound):
    def on_quit(self, words):
        return []


Broken().run()
