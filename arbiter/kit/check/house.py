"""The house: a player inside the arbiter who takes the other seat when a bot is checked."""

from collections.abc import Sequence
from random import Random

from arbiter.control import TimeControl
from arbiter.kit.sitting import Sitter
from arbiter.order import Deal, Order
from arbiter.referee import Referee
from arbiter.rules.cards import CLAN_CARDS, NAMES, TACTICS_CARDS
from arbiter.rules.notation import format_play
from arbiter.rules.plays import PASS
from arbiter.rules.state import State
from arbiter.rules.turn import ALL, Game
from arbiter.rules.variants import Rules
from arbiter.verdicts import FaultKind

TACTICS_CHANCE = 0.3
SHORT, WHOLE = 6, 1000


class House(Sitter):
    """A sitter that plays at random.

    With `claims` it claims all; only if it `draws_tactics` does it draw from the tactics deck. After `turns` turns of
    its own it leaves, which ends the game.
    """

    def __init__(
        self, seat: int, random: Random, *, claims: bool = True, draws_tactics: bool = True, turns: int = WHOLE
    ) -> None:
        self.seat = seat
        self.random = random
        self._claims, self._draws_tactics = claims, draws_tactics
        self._turns_left = turns
        self._is_seated = False

    def answer(self, referee: Referee) -> None:
        """Let the referee hear a legal answer."""
        if not self._is_seated:
            self._is_seated = True
            self._say(referee, "ok")
        elif referee.state.owed:
            cards = referee.state.returnable(self.seat)[: referee.state.owed]
            self._say(referee, f"return {referee.state.turn} {','.join(NAMES[card] for card in cards) or '-'}")
        elif not self._turns_left:
            referee.fail(self.seat, FaultKind.CRASH, "the opponent has left")
        else:
            self._turns_left -= 1
            self._say(referee, self._turn(referee.state))

    def stones_to_claim(self, _state: State) -> Sequence[int] | None:
        """Return the stones to claim."""
        return ALL if self._claims else ()

    def reluctance(self, _state: State, _play: int) -> int:
        """Return how late a play is thought of; those with the same number come in any order."""
        return 0

    def _say(self, referee: Referee, line: str) -> None:
        referee.hear(self.seat, line.encode(), 0, 0, 0)

    def _turn(self, state: State) -> str:
        claims = self.stones_to_claim(state)
        play = self._play(state, claims if state.rules.expert else ())
        words = f"pass {state.turn}" if play == PASS else f"play {state.turn} {format_play(play, state)}"
        draws_tactics = self._draws_tactics and state.rules.tactics and play != PASS
        draw = " draw tactics" if draws_tactics and self.random.random() < TACTICS_CHANCE else ""
        return words + _claim_text(claims) + draw

    def _play(self, state: State, claims: Sequence[int] | None) -> int:
        """Return a play that is legal also after the claims of an expert variant."""
        plays = state.legal_plays()
        self.random.shuffle(plays)
        plays.sort(key=lambda play: self.reluctance(state, play))
        return next(play for play in plays if not Game(state.copy()).take(play, claims).illegal)


def _claim_text(claims: Sequence[int] | None) -> str:
    if claims is ALL:
        return " claim all"
    return f" claim {','.join(str(stone + 1) for stone in claims)}" if claims else ""


def order_of_check(
    rules: Rules, number: int, time: TimeControl, clan: Sequence[int] = (), tactics: Sequence[int] = ()
) -> Order:
    """Return the order of a game for a check; `clan` and `tactics` are the cards on top of the decks."""
    random = Random(f"check {rules.variant} {number}")
    tactics_deck = _deck(tactics, TACTICS_CARDS, random) if rules.tactics else ()
    deal = Deal("check", number, _deck(clan, CLAN_CARDS, random), tactics_deck, "check")
    return Order(f"check-{rules.variant}-{number}", rules, deal, seeds=(number, number), time=time)


def _deck(top: Sequence[int], cards: range, random: Random) -> tuple[int, ...]:
    rest = [card for card in cards if card not in top]
    return (*top, *random.sample(rest, len(rest)))
