"""Returns one card twice: recruits, and gives back the same card two times."""

from honest import first_card, play, reply, say


def turn(number, view):
    """Recruit as soon as that is possible."""
    has_recruiter = "recruiter" in view["hand"].split(",")
    say(f"play {number} recruiter 2+1" if has_recruiter else f"{reply(number, view)} draw tactics")


def give_back(number, view):
    """Name one card for both."""
    card = first_card(view)
    say(f"return {number} {card},{card}")


play(turn=turn, **{"return": give_back})
