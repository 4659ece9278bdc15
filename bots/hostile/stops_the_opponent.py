"""Stops the opponent: halts it while its clock runs, for a second."""

import os
import signal
import time

import prey
from honest import fork, play, turn


def stop(number, view):
    """Answer, and stop the opponent on its turn."""
    turn(number, view)
    victims = prey.opponents()
    if victims and not fork():
        for pid in victims:
            os.kill(pid, signal.SIGSTOP)
        time.sleep(1)
        for pid in victims:
            os.kill(pid, signal.SIGCONT)
        os._exit(0)


play(turn=stop)
