"""What a vector may expect of a game: the position that its replies led to, in JSON's terms."""

from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import Any

from arbiter.rules.cards import NAMES, names_in
from arbiter.rules.notation import format_play
from arbiter.rules.plays import STONES
from arbiter.rules.script import Run
from arbiter.rules.state import NOBODY
from arbiter.rules.view import wins_ties

SEATS = ("first", "second")


def in_order(key: str, value: Any) -> Any:
    """Return an expectation with its lists sorted, for those whose order says nothing."""
    if isinstance(value, dict):
        return {inner: in_order(key, item) for inner, item in value.items()}
    if not isinstance(value, list) or key in ("points", "deck", "played"):
        return value
    if any(isinstance(item, list) for item in value):
        return [in_order(key, item) for item in value]
    return sorted(value, key=str)


def _winner(run: Run, _wanted: object) -> str | None:
    return None if run.state.winner == NOBODY else SEATS[run.state.winner]


def _points(run: Run, _wanted: object) -> list[int] | None:
    return list(run.state.points()) if run.state.ending else None


def _granted(run: Run, _wanted: object) -> dict[str, list[int]]:
    return {str(reply): [stone + 1 for stone in stones] for reply, stones in run.granted.items()}


def _refused(run: Run, _wanted: object) -> dict[str, dict[str, str]]:
    return {
        str(reply): {str(stone + 1): str(reason) for stone, reason in reasons.items()}
        for reply, reasons in run.refused.items()
    }


def _sides(run: Run, wanted: Mapping[str, object]) -> dict[str, list[list[str]]]:
    sides = run.state.sides
    return {
        str(stone + 1): [names_in(sides[stone]), names_in(sides[9 + stone])]
        for stone in range(9)
        if str(stone + 1) in wanted
    }


def _plays(run: Run, wanted: Mapping[str, object]) -> dict[str, list[str]]:
    """Return the legal plays of each card in `wanted`; ``pass`` stands for itself."""
    by_card = defaultdict(list)
    if not run.state.ending and not run.state.owed:
        for play in run.state.legal_plays():
            words = format_play(play, run.state)
            by_card[words.split()[0]].append(words)
    return {card: by_card[card] for card in wanted}


def _numbers(stones: int) -> list[int]:
    return [stone + 1 for stone in STONES[stones]]


EXPECTATIONS: dict[str, Callable[[Run, Any], Any]] = {
    "ending": lambda run, _: run.state.ending,
    "winner": _winner,
    "points": _points,
    "stones": lambda run, _: [_numbers(taken) for taken in run.state.taken],
    "granted": _granted,
    "refused": _refused,
    "to_move": lambda run, _: None if run.state.ending else SEATS[run.state.seat],
    "give": lambda run, _: run.state.owed,
    "plays": _plays,
    "hands": lambda run, _: [[NAMES[card] for card in hand] for hand in run.state.hands],
    "sides": _sides,
    "first": lambda run, _: [_numbers(wins_ties(run.state, seat)) for seat in (0, 1)],
    "deck": lambda run, _: list(run.state.deck_sizes()),
    "discard": lambda run, _: names_in(run.state.discard),
    "played": lambda run, _: run.state.tactics_played[:],
}
