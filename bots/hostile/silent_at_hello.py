"""Silent at hello: reads, and never says who it is."""

from honest import ignore, play

play(hello=ignore)
