"""Closes stdout at hello: stays alive, but can never say anything."""

import os

from honest import play

play(hello=lambda _number, _view: os.close(1))
