"""Second joker: draws tactics cards until it has played one joker, and plays the other."""

from honest import play, reply, say


def turn(number, view):
    """Play a joker whenever there is one."""
    has_joker = "joker" in view["hand"].split(",")
    say(f"play {number} joker {9 - int(view['jokers'][0])} draw tactics" if has_joker else f"{reply(number, view)} draw tactics")


play(turn=turn)
