"""Connects to loopback: calls a service of this machine that a test may have started."""

import os
import socket

from honest import play, say, turn


def connect(number, view):
    """Connect and answer."""
    address = ("127.0.0.1", int(os.environ.get("REIVER_PORT", "9")))
    try:
        socket.create_connection(address, timeout=0.05).close()
        say(f"note got a connection to port {address[1]}")
    except OSError:
        pass
    turn(number, view)


play(turn=connect)
