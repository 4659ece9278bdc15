"""A person on a seat, who is shown the table, types plays, and is told why a claim is refused."""

from collections.abc import Callable, Iterator, Sequence

from rich.console import RenderableType
from rich.text import Text

from arbiter.kit.board import board, hand
from arbiter.kit.hints import hints
from arbiter.kit.menu import menu, ordered
from arbiter.kit.sitting import Sitter
from arbiter.reasons import YOU, reason
from arbiter.referee import Referee
from arbiter.rules.cards import NAMES, UnknownCardError
from arbiter.rules.notation import PlayError, format_play, parse_play, parse_returns
from arbiter.rules.plays import PASS
from arbiter.rules.state import FROM_CLAN, FROM_TACTICS, State
from arbiter.rules.turn import Game
from arbiter.transcript import shown
from protocol import codec
from protocol.codec import Malformed
from protocol.messages import Opponent, Pass, Play

HELP = """\
Type the number of a play, or the play itself; claims and the deck to draw from can follow:
  R5 3                     your card R5 to your side of stone 3
  R5 3 claim 3,4           and claim stones 3 and 4; 'claim all' claims all that can be granted
  R5 3 draw tactics        and refill from the tactics deck
  joker 3, blind 3, recruiter 2+1, strategist R5 3, strategist R5 discard, banshee G7, traitor G7 3
  pass, pass claim all     when no clan card can be played
Claims are settled {when} the play. A refused one costs nothing, and you are told why.
Asked for cards to give back, type them: P1 spy
Other words:
  ?        a hint             why 3    what would come of a claim of stone 3 now
  plays    the legal plays    board    the table
  help     this page          quit     leave; the game does not count
There is no way to take a play back."""

_BEFORE, _AFTER = "before", "after"


class LeftError(Exception):
    """The person has left the game."""


class Person(Sitter):
    """A person who sees what is given to `say`, and answers the prompts of `read`, which returns None at the end.

    `opponent` is the bot's name; with `is_open` its hand lies open.
    """

    def __init__(
        self,
        seat: int,
        opponent: str,
        say: Callable[..., None],
        read: Callable[[str], str | None],
        is_open: bool = False,
    ) -> None:
        self.seat = seat
        self._opponent, self._say, self._read, self._is_open = opponent, say, read, is_open
        self._is_seated = False

    def tell(self, _referee: Referee, text: str) -> None:
        """Say what the opponent did."""
        for line in text.splitlines():
            message = codec.decode_from_arbiter(line.encode())
            if isinstance(message, Opponent):
                self._say(Text(f"\n{self._opponent}: {_action(message)}", style="bold"))

    def answer(self, referee: Referee) -> None:
        """Ask until there is a legal answer, and let the referee hear it. Raise `LeftError` if the person leaves."""
        if not self._is_seated:
            self._is_seated = True
            self._hear(referee, "ok")
        elif referee.state.owed:
            self._return(referee)
        else:
            self._turn(referee)

    def _turn(self, referee: Referee) -> None:
        state = referee.state
        plays = ordered([format_play(play, state) for play in state.legal_plays()])
        self._say("", Text(f"turn {state.turn}, yours", style="bold underline"), *self._table(state), menu(plays))
        line = None
        while line is None:
            words = self._ask(state, "your play")
            line = self._line(state, plays, words) if words else None
            if words == ["plays"]:
                self._say(menu(plays))
        middle = _middle(state, line)
        self._hear(referee, line)
        self._tell_claims(referee, middle)

    def _line(self, state: State, plays: Sequence[str], words: Sequence[str]) -> str | None:
        """Return what was typed as a line of the protocol; None, having said why, if it is no legal play."""
        if words == ["plays"]:
            return None
        play, number = " ".join(words), words[0]
        if number.isdigit() and 1 <= int(number) <= len(plays):
            play = " ".join([plays[int(number) - 1], *words[1:]])
        word, _, rest = play.partition(" ")
        line = f"pass {state.turn} {rest}".rstrip() if word == "pass" else f"play {state.turn} {play}"
        wrong = _wrong(state, line)
        if wrong:
            self._say(Text(f"{wrong} (type help for help)", style="red"))
        return None if wrong else line

    def _return(self, referee: Referee) -> None:
        state = referee.state
        allowed = [NAMES[card] for card in sorted(state.returnable(self.seat))]
        self._say("", hand("hand", (NAMES[card] for card in sorted(state.hands[self.seat]))))
        self._say(Text(f"give {state.owed} back, the first named goes down first; you may give: {' '.join(allowed)}"))
        before, line = state.copy(), None
        while line is None:
            words = self._ask(state, "cards to give back")
            line = self._return_line(state, words) if words else None
        self._hear(referee, line)
        self._tell_claims(referee, before)

    def _return_line(self, state: State, words: Sequence[str]) -> str | None:
        names = [name for word in words for name in word.split(",") if name]
        try:
            wrong = state.return_illegality(parse_returns(names, state))
        except UnknownCardError as error:
            wrong = str(error)
        if wrong:
            self._say(Text(wrong, style="red"))
        return None if wrong else f"return {state.turn} {','.join(names) or '-'}"

    def _ask(self, state: State, what: str) -> list[str]:
        """Return what was typed, in words; nothing if it was a question that is answered now."""
        typed = self._read(f"{what} (help, ?, quit)> ")
        if typed is None:
            raise LeftError
        words = _tidied(typed)
        if words[:1] in (["quit"], ["exit"], ["q"]):
            raise LeftError
        parts = list(self._answers(state, words))
        self._say(*parts)
        return [] if parts else words

    def _answers(self, state: State, words: Sequence[str]) -> Iterator[RenderableType]:
        """Yield the answer to a question: help, a hint, the table, the judgement on a claim."""
        if words in (["?"], ["hint"]):
            yield from map(Text, hints(state))
        elif words == ["help"]:
            yield Text(HELP.format(when=_BEFORE if state.rules.expert else _AFTER))
        elif words == ["board"]:
            yield from self._table(state)
        elif words[:1] == ["why"]:
            is_stone = len(words) == 2 and words[1] in codec.STONES
            yield Text(reason(state, self.seat, int(words[1]) - 1, YOU) if is_stone else "type: why 3")

    def _table(self, state: State) -> Iterator[RenderableType]:
        yield board(state, self.seat, ("yours", self._opponent))
        if self._is_open:
            yield hand(f"{self._opponent}'s hand", (NAMES[card] for card in sorted(state.hands[1 - self.seat])))
        yield ""

    def _tell_claims(self, referee: Referee, middle: State) -> None:
        """Explain each claim of the turn that is over, and name stones that could have been claimed."""
        state = referee.state
        if state.owed and state.seat == self.seat:
            return
        turn = referee.turns[-1]
        for stone in (*turn.granted, *(each.stone for each in turn.refused)):
            style = "green" if stone in turn.granted else "yellow"
            self._say(Text(reason(middle, self.seat, stone - 1, YOU), style=style))
        missed = (
            [stone + 1 for stone in middle.grantable() if stone + 1 not in turn.granted] if not state.ending else []
        )
        if missed:
            self._say(Text(f"you could have claimed {', '.join(map(str, missed))}: add 'claim all'", style="yellow"))

    def _hear(self, referee: Referee, line: str) -> None:
        referee.hear(self.seat, line.encode(), 0, 0, 0)


def _tidied(typed: str) -> list[str]:
    """Return words as the protocol writes them: clan cards in capitals, all else in small letters."""
    words = shown(typed.strip()).lower().replace(", ", ",").split()
    return [
        ",".join(part.upper() if part.upper() in codec.CLAN else part for part in word.split(",")) for word in words
    ]


def _wrong(state: State, line: str) -> str:
    """Return why a line is no legal turn, or nothing if it is one."""
    message = codec.decode_from_bot(line.encode("ascii", "replace"))
    if isinstance(message, Malformed):
        return f"{message.why}; expected: {message.expected}"
    if not isinstance(message, Play | Pass):
        return "that is no play"
    play, deck = PASS, FROM_CLAN
    if isinstance(message, Play):
        try:
            play = parse_play(message.words, state)
        except (PlayError, UnknownCardError) as error:
            return str(error)
        deck = FROM_TACTICS if message.deck == "tactics" else FROM_CLAN
    claims = None if message.claims is None else [stone - 1 for stone in message.claims]
    return Game(state.copy()).take(play, claims, deck).illegal or ""


def _middle(state: State, line: str) -> State:
    """Return the position in which the claims of a legal line are settled."""
    middle = state.copy()
    message = codec.decode_from_bot(line.encode())
    if not state.rules.expert and isinstance(message, Play):
        middle.play(parse_play(message.words, middle))
    return middle


def _action(message: Opponent) -> str:
    """Return what an opponent did, in words."""
    said = message.play.removeprefix("play ")
    if message.claims:
        said += f", claims {', '.join(map(str, message.claims))}"
    clan, tactics = message.drawn
    if clan or tactics:
        drawn = [f"{count} {name}" for count, name in ((clan, "clan"), (tactics, "tactics")) if count]
        said += f", draws {' and '.join(drawn)}"
    return said
