"""Exits at once: ends before it has said who it is."""
