"""Exits at game: leaves when the game is to start."""

from honest import leave, play

play(game=leave)
