"""Takes every card for a colour and a number."""

from sound import Sound


class Broken(Sound):
    def on_turn(self, words):
        table = self.fields(words[2:])
        cards = ",".join([table["hand"], *(table[stone].replace("/", ",") for stone in "123456789")])
        sum(int(card[1:]) for card in cards.split(",") if card != "-")
        return super().on_turn(words)


Broken().run()
