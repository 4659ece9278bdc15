"""Never reads: says what a bot says, and listens to nothing."""

import time

from honest import LIFE_S, say

say("name Deaf", "ready 1")
time.sleep(0.2)
say("ok")
time.sleep(LIFE_S)
