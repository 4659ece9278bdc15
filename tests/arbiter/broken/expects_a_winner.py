"""Takes every result for a win or a loss."""

from sound import Sound


class Broken(Sound):
    def on_result(self, words):
        self.has_won = {"win": True, "loss": False}[words[1]]
        return []


Broken().run()
