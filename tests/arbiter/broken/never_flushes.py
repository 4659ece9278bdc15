"""Prints, and leaves its answers in the buffer."""

from sound import Sound


class Broken(Sound):
    def say(self, lines):
        for line in lines:
            print(line)


Broken().run()
