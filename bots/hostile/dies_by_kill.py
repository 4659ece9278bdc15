"""Dies by KILL: ends itself the hard way."""

import os
import signal

from honest import play

play(turn=lambda _number, _view: os.kill(os.getpid(), signal.SIGKILL))
