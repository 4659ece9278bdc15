"""A rerun: the first turns of a game as they were made before, by sitters who are not asked for them."""

from collections.abc import Sequence

from arbiter.kit.sitting import Sitter
from arbiter.record import TurnRecord
from arbiter.referee import Referee


class Rerun(Sitter):
    """A sitter whose part in `past` is played for it. It is told of the game, and of no turn but those that follow."""

    def __init__(self, sitter: Sitter, seat: int, past: Sequence[TurnRecord]) -> None:
        self._sitter, self._seat, self._past = sitter, seat, past
        self._is_seated = False

    def tell(self, referee: Referee, text: str) -> None:
        """Pass on what is not past; of the first line that asks, leave out the news of the turn before."""
        done = len(referee.turns)
        if not self._is_seated or done > len(self._past) or referee.verdict:
            self._sitter.tell(referee, text)
        elif done == len(self._past):
            self._sitter.tell(referee, text.splitlines()[-1] + "\n")

    def answer(self, referee: Referee) -> None:
        """Give the answer of the past, or let the sitter answer."""
        done = len(referee.turns)
        if not self._is_seated or done >= len(self._past):
            self._is_seated = True
            self._sitter.answer(referee)
        else:
            referee.hear(self._seat, self._past[done].reply.encode(), 0, 0, 0)

    def overhear(self, referee: Referee) -> None:
        """Let the sitter say what it says unasked."""
        self._sitter.overhear(referee)
