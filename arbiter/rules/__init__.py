"""The rules of Schotten Totten as a pure engine: no clock, no randomness, and no file but those `vectors` checks."""
