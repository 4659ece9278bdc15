"""Silent at the second game: plays one game, and never sits down again."""

import honest
from honest import play

games = []


def game(number, view):
    """Answer the first time only."""
    games.append(view)
    if len(games) < 2:
        honest.game(number, view)


play(game=game)
