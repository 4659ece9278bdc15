"""Deliberate: the witness, but it takes its time before it sits down."""

import os
import time

import honest
from honest import play, say


def game(number, view):
    """Answer when the sinner has long been judged."""
    time.sleep(0.1)
    honest.game(number, view)


play(hello=lambda _number, _view: say("name Deliberate", f"version {os.getpid()}", "ready 1"), game=game)
