"""Right-to-left notes: comments that turn round what stands behind them."""

from honest import play, say, turn


def talk(number, view):
    """Turn the line round, and answer."""
    say("note \u202edrawkcab")
    turn(number, view)


play(turn=talk)
