"""A game as a script: the decks, the replies of both seats in the protocol's words, and how far they lead."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from arbiter.rules.cards import JOKER, SECOND_JOKER, parse_card
from arbiter.rules.notation import PlayError, parse_play, parse_returns, parse_stone
from arbiter.rules.plays import PASS
from arbiter.rules.state import FROM_CLAN, FROM_TACTICS, State
from arbiter.rules.turn import ALL, Game, Turn
from arbiter.rules.variants import Rules

_DECKS = {"clan": FROM_CLAN, "tactics": FROM_TACTICS}


class ScriptError(ValueError):
    """A reply that is not in the protocol's words; the message names it."""


@dataclass(slots=True)
class Run:
    """Where a script led. Replies count from 1, stones from 0.

    `taken` tells how many replies were played before the game ended or one was against the rules; `illegal` says why
    that one was. `granted` and `refused` hold what came of the claims of each reply that settled some; those of a
    recruiter's turn are settled by the return, in the expert variants by the play.
    """

    state: State
    taken: int = 0
    illegal: str | None = None
    granted: dict[int, list[int]] = field(default_factory=dict)
    refused: dict[int, dict[int, str]] = field(default_factory=dict)

    def keep(self, number: int, turn: Turn) -> None:
        """Keep what came of a reply's claims."""
        if turn.granted:
            self.granted[number] = turn.granted
        if turn.refused:
            self.refused[number] = {stone: refusal.reason for stone, refusal in turn.refused}


def run(rules: Rules, clan: Sequence[str], tactics: Sequence[str], replies: Sequence[str]) -> Run:
    """Play a script as far as it goes.

    Raise `UnknownCardError` or `DeckError` for the decks, `ScriptError` for a reply that is not in the protocol's
    words.
    """
    game = Game(State.deal(rules, [parse_card(name) for name in clan], _tactics_deck(tactics)))
    result = Run(game.state)
    for number, reply in enumerate(replies, 1):
        if game.state.ending:
            break
        turn = take(game, reply)
        if not (rules.expert and reply.startswith("return")):
            result.keep(number, turn)
        if turn.illegal:
            result.illegal = turn.illegal
            break
        result.taken = number
    return result


def take(game: Game, reply: str) -> Turn:
    """Take one reply, such as ``play R5 3 claim all draw tactics``, ``pass claim 3,4`` or ``return P1,spy``.

    Raise `ScriptError` for a reply in other words, a return that is not due or one that is missing.
    """
    words = reply.split()
    try:
        if words[:1] == ["return"]:
            return _give_back(game, words[1:])
        if game.state.owed:
            raise ScriptError("a return is due")
        return game.take(*_parse_reply(words, game.state))
    except ValueError as error:
        raise ScriptError(f"the reply {reply!r}: {error}") from error


def _tactics_deck(names: Sequence[str]) -> list[int]:
    deck: list[int] = []
    for name in names:
        card = parse_card(name)
        deck.append(SECOND_JOKER if card == JOKER and JOKER in deck else card)
    return deck


def _give_back(game: Game, words: Sequence[str]) -> Turn:
    if not game.state.owed:
        raise ScriptError("no return is due")
    if len(words) != 1:
        raise ScriptError("the cards to return are expected, joined by commas")
    return game.give_back(parse_returns([] if words[0] == "-" else words[0].split(","), game.state))


def _parse_reply(words: Sequence[str], state: State) -> tuple[int, Sequence[int] | None, int]:
    head, draw = _cut(words, "draw")
    head, claim = _cut(head, "claim")
    claims = ALL if claim == "all" else [parse_stone(word) for word in claim.split(",")] if claim else ()
    if draw and draw not in _DECKS:
        raise PlayError(f"{draw!r} is no deck (clan or tactics)")
    if head == ["pass"] and not draw:
        return PASS, claims, FROM_CLAN
    if head[:1] != ["play"] or head[1:] == ["pass"]:
        raise PlayError("play, pass or return is expected")
    return parse_play(head[1:], state), claims, _DECKS[draw or "clan"]


def _cut(words: Sequence[str], key: str) -> tuple[list[str], str]:
    """Return `words` without ``key value`` at their end, and that value."""
    return (list(words[:-2]), words[-1]) if len(words) > 2 and words[-2] == key else (list(words), "")
