"""Thinks longer than it may."""

import time

from sound import Sound


class Broken(Sound):
    def on_turn(self, words):
        end = time.monotonic() + 3600
        while time.monotonic() < end:
            pass
        return super().on_turn(words)


Broken().run()
