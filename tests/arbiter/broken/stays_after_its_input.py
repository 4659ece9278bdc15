"""Takes the end of its input for a blank line, and reads on."""

import time

from sound import Sound


class Broken(Sound):
    def run(self):
        while True:
            self.say(self.answer(self.read() or self.wait()))

    def wait(self):
        time.sleep(3600)
        return ""


Broken().run()
