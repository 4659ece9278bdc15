"""Makes a script that leads to a finding as short and as plain as it can while it still does."""

import time
from collections.abc import Callable, Iterator
from dataclasses import replace

from arbiter.control import MS, TimeControl
from arbiter.rules.variants import Rules
from arbiter.stress.cuts import (
    a_line_a_read,
    renumbered_after,
    simpler_lines,
    with_whole_decks,
    without_time,
)
from arbiter.stress.deck import deal_of
from arbiter.stress.fuzzer import HONEST_GREETING
from arbiter.stress.redeal import redealt
from arbiter.stress.rehearsal import rehearse
from arbiter.stress.script import Script

LUCKS = 8
MOST_TRIALS = 3000
MOST_NS = 20_000 * MS


class Shrinker:
    """Tries shorter and plainer scripts and keeps each that still leads to a finding of the same kind.

    `script` is the shortest so far, and `detail` what is found with it.
    """

    def __init__(self, script: Script, kind: str, most_trials: int = MOST_TRIALS) -> None:
        self.script, self.detail = script, ""
        self.trials = 0
        self._kind = kind
        self._most_trials = most_trials
        self._deadline_ns = time.process_time_ns() + MOST_NS
        self._luck = 0

    def shrink(self) -> bool:
        """Shrink `script`; return False if not even the whole of it leads to its finding again."""
        if not self._reproduces():
            return False
        before = None
        while before != self.script and not self._is_tired():
            before = self.script
            for way in (self._plainer, self._shorter, self._simpler, self._in_order):
                way()
        return True

    def _reproduces(self) -> bool:
        for luck in range(LUCKS):
            self._luck = luck
            if self._try(self.script):
                return True
        return False

    def _is_tired(self) -> bool:
        return self.trials >= self._most_trials or time.process_time_ns() > self._deadline_ns

    def _try(self, candidate: Script) -> bool:
        self.trials += 1
        finding, taken = rehearse(candidate, self._luck)
        if finding is None or finding.kind != self._kind:
            return False
        self.script = replace(candidate, events=candidate.events[:taken])
        self.detail = finding.detail
        return True

    def _try_each(self, candidates: Callable[[Script], Iterator[Script]]) -> None:
        """Try the candidates that come of a script; start over with each that is kept."""
        is_better = True
        while is_better and not self._is_tired():
            is_better = False
            for candidate in candidates(self.script):
                if self._is_tired():
                    return
                if candidate != self.script and self._try(candidate):
                    is_better = True
                    break

    def _plainer(self) -> None:
        order, script = self.script.order, self.script
        self._try(replace(self.script, order=replace(self.script.order, time=TimeControl())))
        self._try(replace(self.script, greeting=HONEST_GREETING))
        self._try(replace(self.script, order=replace(self.script.order, strict=False)))
        for rules in (Rules(), replace(order.rules, expert=False), replace(order.rules, ranking=Rules().ranking)):
            tactics = script.order.deal.tactics if rules.tactics else ()
            deal = deal_of(script.order.deal.clan, tactics)
            self._try(replace(self.script, order=replace(self.script.order, rules=rules, deal=deal)))
        for change in (without_time, a_line_a_read, with_whole_decks):
            self._try(change(self.script))

    def _shorter(self) -> None:
        """Leave out runs of events, the longest first; mostly of an even number, so that the seats still take turns."""
        size = 1 << len(self.script.events).bit_length() - 1
        while size and not self._is_tired():
            start = 0
            while start < len(self.script.events) and not self._is_tired():
                if not self._leave_out(start, start + size):
                    start += max(size // 2, 1)
            size //= 2

    def _leave_out(self, start: int, end: int) -> bool:
        events = self.script.events
        plain = replace(self.script, events=events[:start] + events[end:])
        renumbered = replace(self.script, events=events[:start] + renumbered_after(events, start, end))
        candidates = dict.fromkeys((plain, renumbered, redealt(renumbered)))
        return any(self._try(candidate) for candidate in candidates)

    def _simpler(self) -> None:
        self._try_each(simpler_lines)

    def _in_order(self) -> None:
        """Sort the decks, but for their first cards."""
        for keep in (0, 2, 4, 8, 12, 14, 16, 20, 28, 40):
            deal = self.script.order.deal
            clan = deal.clan[:keep] + tuple(sorted(deal.clan[keep:]))
            tactics = deal.tactics[: keep // 4] + tuple(sorted(deal.tactics[keep // 4 :]))
            sorted_deal = deal_of(clan, tactics)
            candidate = replace(self.script, order=replace(self.script.order, deal=sorted_deal))
            if candidate == self.script or self._try(candidate):
                return
