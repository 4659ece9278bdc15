"""Draws tactics cards, and plays an elite troop whenever it has not played more of them than the opponent."""

from sound import Sound


class Broken(Sound):
    def on_turn(self, words):
        fields = self.fields(words[2:])
        own, theirs = map(int, fields["played"].split("/"))
        draw = "" if fields["deck"].endswith("+0") else " draw tactics"
        for elite in {"spy", "shield"} & set(fields["hand"].split(",")):
            for stone in self.stones(fields)[: own <= theirs]:
                return [f"play {words[1]} {elite} {stone} claim all{draw}"]
        return [line + draw if line.startswith("play") else line for line in super().on_turn(words)]


Broken().run()
