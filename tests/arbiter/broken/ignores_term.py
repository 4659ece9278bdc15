"""Does not let itself be told to end."""

import signal

from sound import Sound

signal.signal(signal.SIGTERM, signal.SIG_IGN)
Sound().run()
