"""The variants of the game, as data."""

from dataclasses import dataclass
from enum import StrEnum


class Ranking(StrEnum):
    """Which of two formations is stronger; the sources disagree, so it is an option."""

    COLOUR_OVER_RUN = "colour-over-run"
    RUN_OVER_COLOUR = "run-over-colour"


@dataclass(frozen=True, slots=True)
class Rules:
    """What one game is played by.

    `tactics`: with the ten tactics cards and hands of seven. `expert`: claims come before the play. `ranking`: the
    order of colour and run. `tactics_lead`: how many tactics cards a player may have played more than the opponent, 0
    or 1.
    """

    tactics: bool = False
    expert: bool = False
    ranking: Ranking = Ranking.COLOUR_OVER_RUN
    tactics_lead: int = 1

    @property
    def variant(self) -> str:
        """The variant's name in plans, in the protocol and in records."""
        if self.tactics:
            return "expert+tactics" if self.expert else "tactics"
        return "expert" if self.expert else "base"

    @property
    def hand_size(self) -> int:
        """How many cards a hand is dealt and refilled to."""
        return 7 if self.tactics else 6


VARIANTS = ("base", "tactics", "expert", "expert+tactics")


def rules_of(variant: str, ranking: str = Ranking.COLOUR_OVER_RUN, tactics_lead: int = 1) -> Rules:
    """Return the rules of a variant by name. Raise `ValueError` for a name, ranking or lead that does not exist."""
    if variant not in VARIANTS:
        raise ValueError(f"{variant!r} is no variant (one of {', '.join(VARIANTS)})")
    if ranking not in list(Ranking):
        raise ValueError(f"{ranking!r} is no ranking (one of {', '.join(Ranking)})")
    if tactics_lead not in (0, 1):
        raise ValueError(f"{tactics_lead!r} is no tactics lead (0 or 1)")
    return Rules("tactics" in variant, "expert" in variant, Ranking(ranking), tactics_lead)
