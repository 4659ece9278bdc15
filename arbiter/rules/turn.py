"""One turn in the order of the rules: play, claims, refill; or claims, play, refill in the expert variants."""

from collections.abc import Sequence

from arbiter.rules.proof import Refusal
from arbiter.rules.state import FROM_CLAN, FROM_TACTICS, State

ALL = None


class Turn:
    """What came of a turn.

    `granted`: the stones granted. `refused`: the claims refused as (stone, refusal). `drawn`: clan and tactics cards
    drawn at the end. `illegal` says why the turn was against the rules; the position is then what it was before the
    part that was. `is_over` is false only while a recruiter's cards are still to be returned.
    """

    __slots__ = ("drawn", "granted", "illegal", "is_over", "refused")

    def __init__(self) -> None:
        self.granted: list[int] = []
        self.refused: list[tuple[int, Refusal]] = []
        self.drawn = 0, 0
        self.illegal: str | None = None
        self.is_over = True


class Game:
    """A game that is played turn by turn, from checked input only.

    `state` is the position. A turn is `take` and, if that leaves cards owed by a recruiter, `give_back`.
    """

    __slots__ = ("_rest", "state")

    def __init__(self, state: State) -> None:
        self.state = state
        self._rest: tuple[Turn, Sequence[int] | None, int] | None = None

    def take(self, play: int, claims: Sequence[int] | None = (), deck: int = FROM_CLAN) -> Turn:
        """Take the turn of the seat to move.

        `play` is a play or `PASS`, `claims` the stones to claim in order or `ALL`, `deck` the one to draw from.
        """
        state, turn = self.state, Turn()
        if deck == FROM_TACTICS and not state.rules.tactics:
            turn.illegal = f"the variant {state.rules.variant} has no tactics deck to draw from"
            return turn
        if state.rules.expert:
            self._claim(claims, turn)
            if state.ending:
                return turn
            claims = ()
        turn.illegal = state.illegality(play)
        if turn.illegal:
            return turn
        state.play(play)
        if state.owed:
            self._rest = turn, claims, deck
            turn.is_over = False
            return turn
        self._finish(turn, claims, deck)
        return turn

    def give_back(self, cards: Sequence[int]) -> Turn:
        """Return the cards that a recruiter owes, and finish its turn."""
        if self._rest is None:
            raise ValueError("no card is owed")
        turn, claims, deck = self._rest
        turn.illegal = self.state.return_illegality(cards)
        if turn.illegal:
            return turn
        self.state.give_back(cards)
        self._rest = None
        turn.is_over = True
        self._finish(turn, claims, deck)
        return turn

    def _finish(self, turn: Turn, claims: Sequence[int] | None, deck: int) -> None:
        state = self.state
        if claims is None or claims:
            self._claim(claims, turn)
            if state.ending:
                return
        clan, tactics = state.tops
        state.end_turn(deck)
        turn.drawn = state.tops[0] - clan, state.tops[1] - tactics

    def _claim(self, claims: Sequence[int] | None, turn: Turn) -> None:
        state = self.state
        for stone in state.grantable() if claims is None else claims:
            refusal = None if claims is None else state.refusal(stone)
            if refusal:
                turn.refused.append((stone, refusal))
                continue
            state.claim(stone)
            turn.granted.append(stone)
            if state.ending:
                break
