"""What every test may rely on."""

import signal

# Tests that run in the background of a shell ignore the keyboard, and so would all that they start.
signal.signal(signal.SIGINT, signal.default_int_handler)
