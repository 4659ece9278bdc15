"""Believes that a fourth card always finds room."""

from sound import Sound


class Broken(Sound):
    def stones(self, fields):
        claimed = f"{fields['mine']},{fields['theirs']}".split(",")
        return [stone for stone in "123456789" if stone not in claimed]


Broken().run()
