"""Returns what it lacks: recruits, and gives back cards that are not in its hand."""

from honest import play, reply, say

CARDS = [colour + value for colour in "ROYGBP" for value in "123456789"]


def turn(number, view):
    """Recruit as soon as that is possible."""
    has_recruiter = "recruiter" in view["hand"].split(",")
    say(f"play {number} recruiter 2+1" if has_recruiter else f"{reply(number, view)} draw tactics")


def give_back(number, view):
    """Give back the cards of others."""
    lacking = [card for card in CARDS if card not in view["hand"]]
    say(f"return {number} {','.join(lacking[:2])}")


play(turn=turn, **{"return": give_back})
