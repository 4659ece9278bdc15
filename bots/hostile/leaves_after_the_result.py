"""Leaves after the result: plays one game, and is gone before it is asked to go."""

from honest import leave, play

play(result=leave)
