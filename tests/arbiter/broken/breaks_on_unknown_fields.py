"""Knows how many fields a turn has."""

from sound import Sound

FIELDS = 24


class Broken(Sound):
    def fields(self, words):
        if len(words) > FIELDS:
            raise ValueError(f"{len(words)} fields")
        return super().fields(words)


Broken().run()
