"""One refereed match between two bots of the card game Schotten Totten."""

__version__ = "0.1.0"
