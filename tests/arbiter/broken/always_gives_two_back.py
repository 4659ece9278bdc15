"""Gives two cards back to its recruiter, whatever it is asked for."""

from sound import Sound


class Broken(Sound):
    def on_return(self, words):
        return [f"return {words[1]} {','.join(self.fields(words[2:])['hand'].split(',')[:2])}"]


Broken().run()
