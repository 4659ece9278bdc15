"""Second joker: draws tactics cards until it has played one joker, and plays the other."""

from honest import play, reply, say


def turn(number, view):
    """Play a joker whenever there is one."""
    has_joker = "joker" in view["hand"].split(",")
    answer = f"play {number} joker 9" if has_joker else reply(number, view)
    say(f"{answer} draw tactics")


play(turn=turn)
