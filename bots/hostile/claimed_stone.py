"""Claimed stone: plays to the first stone that anybody has claimed."""

from honest import first_card, play, reply, say


def turn(number, view):
    """Play honestly until there is one."""
    claimed = (view["mine"] if view["mine"] != "-" else view["theirs"])[0]
    say(reply(number, view) if claimed == "-" else f"play {number} {first_card(view)} {claimed}")


play(turn=turn)
