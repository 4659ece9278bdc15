"""Stress: fuzzed dialogues and random games, held against what must be true of every game."""
