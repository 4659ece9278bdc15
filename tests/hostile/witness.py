"""Witness: the honest opponent of all sinners, which says its process id for its version."""

import os

from honest import play, say

play(hello=lambda _number, _view: say("name Witness", f"version {os.getpid()}", "ready 1"))
