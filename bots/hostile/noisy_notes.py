"""Noisy notes: makes more notes than the record keeps, some of them odd."""

from honest import play, say, turn

NOTES = ("note", "note ", "note \\x1b[31m", "note <script>alert(1)</script>", "note =1+1", "note '; DROP TABLE games", "note %s")


def talk(number, view):
    """Comment and answer."""
    say(*NOTES, "", "note " + "ha" * 500, "   ", "\r")
    turn(number, view)


play(turn=talk)
