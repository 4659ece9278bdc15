"""Games of the rules alone: legal and illegal plays, claims and returns at random, with a look after every step."""

from dataclasses import dataclass, field
from random import Random

from arbiter.order import Order
from arbiter.rules.cards import NAMES
from arbiter.rules.state import ATTRIBUTES, State
from arbiter.rules.turn import Game, Turn
from arbiter.sight import Sight
from arbiter.stress.choice import Choice, choose, choose_returns, line_of, returns_line
from arbiter.stress.deck import any_deal, any_rules
from arbiter.stress.finding import demand, nothing_raises
from arbiter.stress.judgement import Settled, check_return, check_turn
from arbiter.stress.legality import any_plays
from arbiter.stress.script import NOBODY_FUZZED, Event, Script, dice
from arbiter.stress.watch import Watch

ILLEGAL = 0.1
LOOKED_AT = 0.4


@dataclass(slots=True)
class EngineGame:
    """One game at random. `lines` are the replies so far, as bots would have said them."""

    order: Order
    random: Random
    lines: list[tuple[int, str]] = field(default_factory=list)

    @classmethod
    def numbered(cls, seed: str, number: int) -> "EngineGame":
        """Return a game of a seed, before its first turn."""
        random = dice(seed, "game", number)
        rules = any_rules(random)
        return cls(Order(f"game-{number}", rules, any_deal(rules, random), seeds=(1, 2)), random)

    @property
    def script(self) -> Script:
        """The game so far as a dialogue of two honest bots."""
        events = tuple(Event(seat, f"{line}\n".encode()) for seat, line in self.lines)
        start = tuple(Event(seat, b"ok\n") for seat in (0, 1))
        return Script(self.order, NOBODY_FUZZED, (), start + events)

    def play(self) -> State:
        """Play to the end and return the last position. Raise `FindingError` if something does not hold."""
        deal, random = self.order.deal, self.random
        with nothing_raises():
            state = State.deal(self.order.rules, deal.clan, deal.tactics)
            game, watch, sight = Game(state), Watch(state, LOOKED_AT), Sight(state)
            eagerness = random.choice((1.0, 0.8, 0.3, 0.0))
            watch.look(random)
            while not state.ending:
                if random.random() < ILLEGAL:
                    self._try_illegal(game)
                self._take(game, watch, eagerness)
                watch.look(random)
                if random.random() < LOOKED_AT:
                    seat = random.randrange(2)
                    demand(sight.fields(seat) == Sight(state.copy()).fields(seat), "a turn shows what was", seat)
        return state

    def _take(self, game: Game, watch: Watch, eagerness: float) -> None:
        state, random = game.state, self.random
        choice = choose(state, random, eagerness=eagerness)
        before = state.copy()
        self.lines.append((state.seat, line_of(choice, state.turn)))
        turn = game.take(choice.play, choice.claims, choice.deck)
        demand(turn.illegal is None, "a legal turn is illegal", turn.illegal)
        if not turn.is_over:
            watch.look(random)
            self._return_badly(game)
            turn = self._return(game)
        check_turn(before, state, Settled(choice.claims, turn.granted, turn.refused), watch, random)

    def _return(self, game: Game) -> Turn:
        state = game.state
        cards = choose_returns(state, self.random)
        self.lines.append((state.seat, returns_line(cards, state.turn)))
        turn = game.give_back(cards)
        check_return(state, [NAMES[card] for card in cards])
        demand(turn.illegal is None and turn.is_over, "a legal return is illegal", turn.illegal)
        return turn

    def _return_badly(self, game: Game) -> None:
        """Try to give back too few cards, and ones that the hand does not hold."""
        state, random = game.state, self.random
        held = state.hands[state.seat]
        missing = random.choice([card for card in range(64) if card not in held])
        for cards in ([*choose_returns(state, random), missing], [missing] * state.owed or [missing]):
            before = facts(state)
            self.lines.append((state.seat, returns_line(cards, state.turn)))
            demand(game.give_back(cards).illegal, "an illegal return is legal", cards)
            demand(facts(state) == before, "an illegal return changes the position", cards)
            self.lines.pop()

    def _try_illegal(self, game: Game) -> None:
        state, random = game.state, self.random
        (play,) = any_plays(state, random)
        if state.illegality(play) is None:
            return
        choice = Choice(play, (), 0, "")
        before = facts(state)
        demand(game.take(*choice[:3]).illegal, "an illegal turn is legal", play)
        demand(facts(state) == before, "an illegal turn changes the position", play)


def facts(state: State) -> tuple[object, ...]:
    """Return all that a position is made of, its notes for speed apart."""
    copy = state.copy()
    return tuple(getattr(copy, name) for name in ATTRIBUTES if name[0] != "_" and name != "touched")
