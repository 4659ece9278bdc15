"""Plays its recruiter at once, and gives one card back."""

from sound import Sound


class Broken(Sound):
    def on_turn(self, words):
        fields = self.fields(words[2:])
        if (
            "recruiter" in fields["hand"].split(",")
            and fields["played"].split("/")[0] == "0"
            and fields["deck"][0] != "0"
        ):
            return [f"play {words[1]} recruiter 3+0"]
        tactics = " draw tactics" if fields["deck"].endswith("+10") else ""
        return [line + tactics for line in super().on_turn(words)]

    def on_return(self, words):
        return [f"return {words[1]} {self.fields(words[2:])['drew'].split(',')[0]}"]


Broken().run()
