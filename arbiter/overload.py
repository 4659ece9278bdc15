"""Overload: how long a bot was kept from computing although it was ready to, by what is not its own."""

import os
from dataclasses import dataclass, field

from arbiter import tree
from arbiter.control import MS
from arbiter.process import Process
from arbiter.tree import Times

# What is less than this is no lateness.
SLACK_NS = 2 * MS
# How many times its limit a bot that is kept from computing may take.
MOST_PATIENCE = 30


@dataclass(frozen=True, slots=True)
class Stretch:
    """The time of a process since `began_ns`, with `times` until then. Of the `unseen_ns` before that nothing is known."""

    process: Process
    began_ns: int
    times: Times = field(default_factory=Times)
    unseen_ns: int = 0

    @classmethod
    def of(cls, process: Process, now_ns: int, unseen_ns: int) -> "Stretch":
        """Return the stretch that begins now."""
        return cls(process, now_ns, tree.times(process.members()), unseen_ns)

    def robbed_ns(self, now_ns: int) -> int:
        """Return how long the bot has been kept from computing, what is unseen included.

        Its threads wait for each other too, and each of them counts: that is never more than what others have had of its
        processors.
        """
        spent, elapsed_ns = tree.times(self.process.members()), now_ns - self.began_ns
        of_others_ns = elapsed_ns * _cores(self.process.bot_pid) - (spent.cpu_ns - self.times.cpu_ns)
        waited_ns = spent.waited_ns - self.times.waited_ns
        return self.unseen_ns + max(0, min(waited_ns, of_others_ns, elapsed_ns))


def _cores(pid: int) -> int:
    try:
        return len(os.sched_getaffinity(pid))
    except OSError:
        return 1
