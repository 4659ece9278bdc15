"""The bot author's kit: a starter, a conformance check, a person as opponent, and why a game was lost."""
