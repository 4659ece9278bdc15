"""Connects out: sends a datagram to an address that is reserved for documentation, so that it reaches nobody."""

import socket

from honest import play, say, turn


def connect(number, view):
    """Send and answer."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        try:
            sender.sendto(b"hello", ("192.0.2.1", 9))
            say("note got a datagram out")
        except OSError:
            pass
    turn(number, view)


play(turn=connect)
