"""Dies by SEGV: reads memory that is not there."""

import ctypes

from honest import play

play(turn=lambda _number, _view: ctypes.string_at(0))
