"""The examiner: the program that is checked, the limits, and what all its processes have used."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from arbiter.control import TimeControl
from arbiter.kit.check.house import order_of_check
from arbiter.kit.check.subject import Subject, Tally
from arbiter.order import Order
from arbiter.process import Program
from arbiter.rules.variants import Rules


@dataclass(frozen=True, slots=True)
class Examiner:
    """Who asks. `rules` are those of the variants to be played."""

    program: Program
    control: TimeControl
    rules: Sequence[Rules]
    tally: Tally = field(default_factory=Tally)

    def subject(self) -> Subject:
        """Start the bot once more."""
        return Subject(self.program, self.control, self.tally)

    def order(self, rules: Rules, number: int, clan: Sequence[int] = (), tactics: Sequence[int] = ()) -> Order:
        """Return the order of a game; `clan` and `tactics` are the cards on top of the decks."""
        return order_of_check(rules, number, self.control, clan, tactics)
