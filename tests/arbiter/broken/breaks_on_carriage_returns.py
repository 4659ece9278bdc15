"""Reads bytes, and compares the last word of a line with its end."""

import sys

from sound import Sound


class Broken(Sound):
    def read(self):
        return sys.stdin.buffer.readline().decode()

    def answer(self, line):
        words = line.rstrip("\n").split(" ")
        react = getattr(self, f"on_{words[0]}", None)
        return react(words) if react else []

    def on_hello(self, words):
        return ["name Broken", "ready 1"] if words[-1].replace("/", "").replace(".", "").isalnum() else []


Broken().run()
