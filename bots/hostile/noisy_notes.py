"""Noisy notes: makes more notes than the record keeps, some of them odd."""

from honest import play, say, turn

NOTES = ("", " ", " \\x1b[31m", " <script>alert(1)</script>", " =1+1", " '; DROP TABLE games", " %s", " " + "ha" * 500)


def talk(number, view):
    """Comment and answer, blank lines in between."""
    say(*(f"note{note}" for note in NOTES), "", "   ", "\r")
    turn(number, view)


play(turn=talk)
