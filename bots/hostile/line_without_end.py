"""Line without end: sends a line that never ends, as fast as the pipe takes it."""

from honest import play, say_bytes


def turn(_number, _view):
    """Fill the memory of whoever waits for a newline."""
    while True:
        say_bytes(b"A" * 65536)


play(turn=turn)
