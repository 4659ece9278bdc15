"""Returns nothing: recruits, and keeps all cards."""

from honest import play, reply, say


def turn(number, view):
    """Recruit as soon as that is possible."""
    has_recruiter = "recruiter" in view["hand"].split(",")
    say(f"play {number} recruiter 2+1" if has_recruiter else f"{reply(number, view)} draw tactics")


play(turn=turn, **{"return": lambda number, _view: say(f"return {number} -")})
