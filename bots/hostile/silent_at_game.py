"""Silent at game: never sits down."""

from honest import ignore, play

play(game=ignore)
