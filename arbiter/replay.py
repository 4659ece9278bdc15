"""Replays a recorded game through the referee, and tells whether its result follows from its replies."""

from collections.abc import Iterator

from arbiter.control import TimeControl
from arbiter.order import Deal, Order
from arbiter.record import FaultRecord, GameRecord, TurnRecord
from arbiter.referee import Referee
from arbiter.rules.cards import JOKER, SECOND_JOKER, UnknownCardError, parse_card
from arbiter.rules.state import DeckError
from arbiter.rules.variants import rules_of
from arbiter.transcript import SHOWN
from arbiter.verdicts import VOID, FaultKind

PROVED_BY_LINE = (FaultKind.MALFORMED, FaultKind.ILLEGAL)


class Replay:
    """A game that is played again from its record. `referee` holds the position reached.

    Raise `ValueError` if the record's rules or decks are none.
    """

    def __init__(self, record: GameRecord) -> None:
        self.record = record
        self.referee = Referee(order_of(record), 0)
        self.referee.open()
        for seat in (0, 1):
            self.referee.hear(seat, b"ok", 0, 0, 0)

    def __iter__(self) -> Iterator[TurnRecord]:
        """Make one reply after another; after each, `referee` is the position behind it."""
        for turn in self.record.turns:
            self.hear(turn.seat, turn.reply, turn.wall_ns)
            yield turn

    def hear(self, seat: int, reply: str, wall_ns: int) -> None:
        """Let the referee hear a reply."""
        self.referee.take_sends()
        self.referee.hear(seat, reply.encode("ascii", "replace"), 0, wall_ns, 0)


def order_of(record: GameRecord) -> Order:
    """Return the order that a game was played to. Raise `ValueError` if its rules or decks are none."""
    rules, deal, limits = record.rules, record.deal, record.limits
    clan, tactics = (_cards(names) for names in (deal.clan, deal.tactics))
    return Order(
        id=record.id,
        rules=rules_of(rules.variant, rules.ranking, rules.tactics_lead),
        deal=Deal(deal.seed, deal.number, clan, tactics, deal.salt),
        time=TimeControl(limits.move_ns, limits.game_ns, limits.increment_ns, limits.margin_ns),
        strict=rules.strict,
    )


def verify(record: GameRecord) -> list[str]:
    """Return what in a record does not follow: deck, claims, verdict. An empty list means that the result stands.

    A fault that is no line (a timeout, a crash, a flood) cannot be replayed; that the game was still open, and that the
    seat had not answered, can.
    """
    try:
        replay = Replay(record)
    except (DeckError, UnknownCardError, ValueError) as error:
        return [f"the game cannot be set up: {error}"]
    wrong = []
    if replay.referee.order.deal.commitment != record.deal.commitment:
        wrong.append("the deck is not the one that the bots were given the hash of")
    for place, turn in enumerate(replay, 1):
        wrong += _turn_faults(replay.referee, turn, place)
        if wrong:
            return wrong
    return wrong + _verdict_faults(replay)


def _turn_faults(referee: Referee, turn: TurnRecord, place: int) -> list[str]:
    if len(referee.turns) < place:
        why = referee.verdict.why if referee.verdict else "it is not what the referee waits for"
        return [f"turn {turn.turn}: the reply {turn.reply!r} is not accepted: {why}"]
    now = referee.turns[place - 1]
    return [
        f"turn {turn.turn}: recorded as {what} {old!r}, but it is {new!r}"
        for what, old, new in (
            ("number", turn.turn, now.turn),
            ("granted", turn.granted, now.granted),
            ("refused", turn.refused, now.refused),
        )
        if old != new
    ]


def _verdict_faults(replay: Replay) -> list[str]:
    referee, result = replay.referee, replay.record.result
    if result.ending == VOID:
        return ["the game is void"]
    fault = result.fault
    if fault and referee.verdict is None and _is_provable(fault):
        replay.hear(fault.seat, fault.line, 0)
        kind = str(referee.verdict.ending) if referee.verdict else "no fault"
        if kind != fault.kind:
            return [f"recorded as {fault.kind}, but the reply {fault.line!r} is {kind}"]
    if fault:
        return _forfeit_faults(replay)
    verdict = referee.verdict
    if verdict is None:
        return [f"recorded as won by {result.ending}, but the game is not over"]
    winner = None if verdict.winner < 0 else verdict.winner
    told = (result.ending, result.winner, result.stones, result.points)
    found = (verdict.ending, winner, verdict.stones, verdict.points)
    return [] if told == found else [f"recorded as {told}, but it is {found} (ending, winner, stones, points)"]


def _is_provable(fault: FaultRecord) -> bool:
    """Tell whether a fault is a line that is kept as it was, said when an answer was due."""
    is_verbatim = len(fault.line) < SHOWN and "\\x" not in fault.line
    was_asked = len(fault.legal) > 0
    return fault.kind in PROVED_BY_LINE and is_verbatim and was_asked


def _forfeit_faults(replay: Replay) -> list[str]:
    referee, result = replay.referee, replay.record.result
    assert result.fault
    winner = 1 - result.fault.seat
    points = (5, 0) if winner == 0 else (0, 5)
    taken = tuple(stones.bit_count() for stones in referee.state.taken)
    if referee.verdict and not referee.verdict.fault:
        return [f"recorded as a fault, but the game was over by {referee.verdict.ending}"]
    if (result.winner, result.points, result.stones) != (winner, points, taken):
        told = (result.winner, result.points, result.stones)
        return [f"recorded as {told}, but it is {(winner, points, taken)} (winner, points, stones)"]
    return []


def _cards(names: tuple[str, ...]) -> tuple[int, ...]:
    """Return the cards called `names`; the second of two jokers is the other one."""
    cards = [parse_card(name) for name in names]
    if cards.count(JOKER) > 1:
        cards[len(cards) - 1 - cards[::-1].index(JOKER)] = SECOND_JOKER
    return tuple(cards)
