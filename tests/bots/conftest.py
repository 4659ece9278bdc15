"""Bundled bots as real processes that a test talks to line by line."""

import os
import subprocess
import sys
import threading
import tomllib
from pathlib import Path

import pytest

from tests.timeouts import TIMEOUT

BOTS = Path(__file__).parents[2] / "bots"
TABLE = tomllib.loads((BOTS / "bots.toml").read_text(encoding="utf-8"))


class Dialogue:
    """A bot's process; a bot that keeps silent is killed in the end, so that nothing is waited for for ever."""

    def __init__(self, command):
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        self.process = subprocess.Popen(command, **pipes)
        self._watch = threading.Timer(TIMEOUT, self.process.kill)
        self._watch.start()

    def tell(self, text):
        self.process.stdin.write(text.encode())
        self.process.stdin.flush()

    def hear(self):
        """Return the bot's next line with its newline, empty at the end of its output."""
        return self.process.stdout.readline().decode()

    def ask(self, *lines):
        """Tell the lines one by one, each of which wants one line for an answer, and return the answers."""
        answers = []
        for line in lines:
            self.tell(f"{line}\n")
            answers.append(self.hear().removesuffix("\n"))
        return answers

    def greet(self):
        """Say hello, and return the lines up to `ready`."""
        self.tell("hello 1 reiver/0.1.0\n")
        lines = []
        while not lines or lines[-1] not in ("", "ready 1\n"):
            lines.append(self.hear())
        return lines

    def end(self):
        """Close the bot's input, and return what it still said, its standard error and its exit status."""
        out, err = self.process.communicate(timeout=TIMEOUT)
        return out.decode(), err.decode(), self.process.returncode

    def close(self):
        """Kill and reap the process, and make sure that it is gone."""
        self._watch.cancel()
        self._watch.join()
        with self.process:
            self.process.kill()
        with pytest.raises(ProcessLookupError):
            os.kill(self.process.pid, 0)


@pytest.fixture
def start(request, tmp_path):
    """Return a function that starts a bundled bot by name, built in a folder of the test if it has to be."""

    def start(name):
        bot = TABLE[name]
        meanings = {"{python}": sys.executable, "{folder}": str(BOTS / bot["folder"]), "{out}": str(tmp_path / name)}
        build, command = ([fill(word, meanings) for word in bot.get(key, ())] for key in ("build", "command"))
        if build and not (tmp_path / name).exists():
            flags = ["-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror"] if bot["language"] == "C" else []
            subprocess.run([*build, *flags], check=True, timeout=TIMEOUT)
        dialogue = Dialogue(command)
        request.addfinalizer(dialogue.close)
        return dialogue

    return start


def fill(word, meanings):
    for mark, meaning in meanings.items():
        word = word.replace(mark, meaning)
    return word
