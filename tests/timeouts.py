"""How long a test may wait for a process, in seconds; scale it with REIVER_TEST_SCALE on a slow machine."""

import os

SCALE = float(os.environ.get("REIVER_TEST_SCALE", "1"))
TIMEOUT = 30 * SCALE
