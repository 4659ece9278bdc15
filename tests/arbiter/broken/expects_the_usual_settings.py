"""Plays only with a limit for each turn and without a game clock, by the usual rules."""

from sound import Sound


class Broken(Sound):
    def on_game(self, words):
        fields = self.fields(words[1:])
        assert fields["move"] != "-"
        assert [fields[key] for key in ("ranking", "lead", "strict", "clock")] == ["colour-over-run", "1", "no", "-"]
        return super().on_game(words)


Broken().run()
