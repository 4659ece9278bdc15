"""Returns before it has drawn: says what it gives back together with the recruiter, and nothing when it is asked."""

from honest import ignore, play, reply, say


def turn(number, view):
    """Recruit as soon as that is possible, and give two other cards back at once."""
    hand = view["hand"].split(",")
    if "recruiter" not in hand:
        say(f"{reply(number, view)} draw tactics")
        return
    hand.remove("recruiter")
    say(f"play {number} recruiter 2+1", f"return {number} {hand[0]},{hand[1]}")


play(turn=turn, **{"return": ignore})
