"""The commands of ``reiver``, one module each: `add` describes a command's words, `run` carries it out."""
