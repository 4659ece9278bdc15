"""The rules of Schotten Totten as a pure engine: no clock, no randomness, no input or output."""
