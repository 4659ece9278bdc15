"""Makes a dialogue up: one seat plays legally for a while and then anything, the other is honest to the end."""

from collections.abc import Callable, Iterator
from random import Random

from arbiter.control import MS, TimeControl
from arbiter.order import Order
from arbiter.rules.cards import NAMES
from arbiter.rules.notation import format_play
from arbiter.rules.plays import PASS
from arbiter.stress.choice import choose, choose_returns, claims_text, line_of, returns_line
from arbiter.stress.deck import any_deal, any_rules
from arbiter.stress.dialogue import Dialogue
from arbiter.stress.finding import demand
from arbiter.stress.legality import any_plays
from arbiter.stress.mutation import any_bytes, mutated, padded, split, stretched
from arbiter.stress.oracle import Phase
from arbiter.stress.script import TIMEOUT, Event, Script

HONEST_GREETING = (b"name Rob Roy\nauthor J. Macgregor\nready 1\n",)
TIMES = (
    TimeControl(),
    TimeControl(),
    TimeControl(move_ns=1000 * MS, game_ns=5000 * MS),
    TimeControl(move_ns=None, game_ns=2000 * MS, increment_ns=100 * MS, margin_ns=0),
    TimeControl(move_ns=5 * MS, margin_ns=MS),
    TimeControl(move_ns=None),
)
MOST_ROUNDS = 400
_GREETING = (
    b"name Flora", b"author J. Macgregor", b"version 2.1", b"option depth int 4 1 64", b"option book bool yes",
    b"option style choice calm calm wild", b"option file string a b", b"option empty string", b"note hello there",
    b"note", b"info string", b"",
)  # fmt: skip


class Fuzzer:
    """The fuzzed seat of one dialogue.

    It keeps to what does no harm until the turn `_turn`; then it is as wild as `_wildness` (0 to 1) says. With
    `is_prompt` it answers at once, or hardly ever not at all.
    """

    def __init__(self, random: Random, seat: int, is_prompt: bool = False) -> None:
        self._random, self._seat, self._is_prompt = random, seat, is_prompt
        self._turn = 0 if random.random() < 0.2 else random.randint(1, 60)
        self._wildness = random.choice((0.1, 0.5, 1.0))
        self._noise = random.choice((0.0, 0.05, 0.3))
        self._last = b"ok"
        self._stalled = 0

    def events(self, dialogue: Dialogue) -> Iterator[Event]:
        """Yield what the seat does now that it is asked; whoever takes the events stops when they are of no use."""
        random = self._random
        self._stalled += 1
        if self._stalled > 3:
            yield self._end(dialogue)
            return
        is_wild = dialogue.referee.state.turn >= self._turn and random.random() < self._wildness
        line = self._answer(dialogue)
        data = self._wild(line, dialogue) if is_wild else self._tame(line)
        if data is None:
            yield self._end(dialogue)
            return
        self._last = line
        yield from self._reads(data, dialogue, is_wild)

    def moved(self) -> None:
        """Take note that the seat was asked something new."""
        self._stalled = 0

    def noise(self, dialogue: Dialogue) -> Event | None:
        """Return what the seat says unasked, mostly nothing."""
        random = self._random
        if random.random() >= self._noise:
            return None
        harmless = random.choice((b"note thinking", b"note", b"info depth 3", b"", b"\r", b"   "))
        is_wild = dialogue.referee.state.turn >= self._turn and random.random() < self._wildness / 4
        wild = random.choice((self._last, b"ok", mutated(self._last, random), any_bytes(random)))
        line = wild if is_wild else harmless
        end = "the bot ended: exit status 1" if is_wild and random.random() < 0.2 else ""
        return Event(self._seat, b"" if end else line + b"\n", random.randrange(10**9), end)

    def _answer(self, dialogue: Dialogue) -> bytes:
        state = dialogue.referee.state
        if dialogue.oracle.phase(self._seat) is Phase.SETTING_UP:
            return b"ok"
        if state.owed:
            return returns_line(choose_returns(state, self._random), state.turn).encode()
        return line_of(choose(state, self._random, dialogue.script.order.strict), state.turn).encode()

    def _tame(self, line: bytes) -> bytes:
        random = self._random
        line = padded(line, random) if random.random() < 0.2 else line
        count = random.choice((0, 0, 0, 0, 1, 3, 120 if self._noise > 0.1 else 0))
        notes = b"".join(b"note %d\n" % number for number in range(count))
        return notes + line + (b"\r\n" if random.random() < 0.1 else b"\n") + b"\n" * (random.random() < 0.1)

    def _wild(self, line: bytes, dialogue: Dialogue) -> bytes | None:
        """Return anything at all; None is silence or the end."""
        random = self._random
        state = dialogue.referee.state
        ways: tuple[Callable[[], bytes | None], ...] = (
            *[lambda: mutated(line, random) + b"\n"] * 6,
            *[lambda: self._well_formed(dialogue)] * 6,
            lambda: line + b"\n" + line + b"\n",
            lambda: self._last + b"\n",
            lambda: line + b"\n" + mutated(line, random) + b"\n",
            lambda: mutated(line, random) + b"\n" + line + b"\n",
            lambda: b"play %d R5 3\npass %d\n" % (state.turn + 2, state.turn + 2),
            lambda: b"".join(b"info %d\n" % number for number in range(30)) + line + b"\n",
            lambda: stretched(line, random) + b"\n",
            lambda: (b"note " + b"x" * 990 + b"\n") * 70,
            lambda: any_bytes(random) + b"\n",
            lambda: line,
            lambda: b"",
            lambda: None,
        )
        return random.choice(ways)()

    def _well_formed(self, dialogue: Dialogue) -> bytes:
        """Return an answer that is well formed, and mostly illegal."""
        random, state = self._random, dialogue.referee.state
        if state.owed:
            names = random.choices(NAMES, k=random.choice((1, 2, 2, 3)))
            return f"return {state.turn} {','.join(names)}\n".encode()
        claims = claims_text(random.choices(range(9), k=random.randrange(4)))
        (play,) = any_plays(state, random)
        draw = random.choice(("", "", " draw tactics", " draw clan")) if play != PASS else ""
        words = "pass {}" if play == PASS else f"play {{}} {format_play(play, state)}"
        line = f"{words.format(state.turn)}{random.choice((claims, ' claim all', ''))}{draw}".encode()
        return (padded(line, random) if random.random() < 0.3 else line) + b"\n"

    def _reads(self, data: bytes, dialogue: Dialogue, is_wild: bool) -> Iterator[Event]:
        """Yield the reads that bring some bytes, each later than the one before."""
        wall_ns = self._wall_ns(dialogue, is_wild)
        pieces = split(data, self._random)
        for place, piece in enumerate(pieces, 1):
            yield Event(self._seat, piece, wall_ns * place // len(pieces))

    def _wall_ns(self, dialogue: Dialogue, is_wild: bool) -> int:
        """Return how long an answer takes: near the limit when wild, else little."""
        random = self._random
        limit_ns = dialogue.referee.limit_ns
        if self._is_prompt:
            return 0
        if limit_ns is None:
            return random.randrange(10**12)
        if is_wild and random.random() < 0.2:
            last_ns = limit_ns + dialogue.script.order.time.margin_ns
            return random.choice((limit_ns, last_ns, last_ns + 1, last_ns + limit_ns + 1))
        return int(limit_ns * random.choice((0, 0.001, 0.05)))

    def _end(self, dialogue: Dialogue) -> Event:
        may_be_silent = dialogue.referee.limit_ns is not None and dialogue.referee.asked == 1 << self._seat
        is_silent = may_be_silent and self._random.random() < (0.02 if self._is_prompt else 0.7)
        return Event(self._seat, end=TIMEOUT if is_silent else "the bot ended: killed by SIGSEGV")


def any_script(name: str, random: Random, time: TimeControl | None = None) -> Script:
    """Return how a dialogue begins: its game, called `name`, and the greeting of its fuzzed seat."""
    rules = any_rules(random)
    deal, is_strict = any_deal(rules, random, odd=0.15), random.random() < 0.3
    order = Order(name, rules, deal, seeds=(1, 2), time=time or random.choice(TIMES), strict=is_strict)
    return Script(order, random.randrange(2), any_greeting(random))


def honest_answer(dialogue: Dialogue, seat: int, random: Random) -> Event:
    """Return the answer of an honest seat that is asked: any that is legal."""
    state, strict = dialogue.referee.state, dialogue.script.order.strict
    limit_ns = dialogue.referee.limit_ns or 0
    if dialogue.oracle.phase(seat) is Phase.SETTING_UP:
        line = "ok"
    elif state.owed:
        line = returns_line(choose_returns(state, random), state.turn)
    else:
        line = line_of(choose(state, random, strict), state.turn)
    return Event(seat, f"{line}\n".encode(), min(limit_ns // 200, random.randrange(MS)))


def play_on(
    dialogue: Dialogue,
    random: Random,
    honest: Callable[[Dialogue, int, Random], Event] = honest_answer,
    is_prompt: bool = False,
) -> None:
    """Play a dialogue to its verdict. Raise `FindingError` if something does not hold on the way."""
    seat = dialogue.script.fuzzed
    fuzzer = Fuzzer(random, seat, is_prompt)
    for _ in range(MOST_ROUNDS):
        if dialogue.is_over:
            return
        question, asked = dialogue.question(seat), dialogue.referee.asked
        noise = fuzzer.noise(dialogue) if not dialogue.referee.has_failed(seat) else None
        if noise:
            dialogue.take(noise)
        elif asked >> 1 - seat & 1 and (not question or random.random() < 0.5):
            dialogue.take(honest(dialogue, 1 - seat, random))
        else:
            _let_answer(dialogue, fuzzer)
        if dialogue.question(seat) != question:
            fuzzer.moved()
    demand(dialogue.is_over, "the dialogue does not end", dialogue.referee.state.turn)


def any_greeting(random: Random) -> tuple[bytes, ...]:
    """Return the reads of a greeting: mostly a good one, now and then one that is wrong."""
    if random.random() < 0.5:
        return HONEST_GREETING
    lines = [*random.sample(_GREETING, random.randint(0, 6)), b"ready 1"]
    if random.random() < 0.15:
        place = random.randrange(len(lines))
        lines[place] = random.choice((mutated, stretched))(lines[place], random)
    if random.random() < 0.05:
        lines += [random.choice((b"ok", b"note after", b"info", b"ready 1", any_bytes(random)))]
    if random.random() < 0.03:
        lines[:0] = [b"option o%d int 1 1 1" % number for number in range(101)]
    if random.random() < 0.03:
        del lines[-1]
    return tuple(split(b"".join(line + b"\n" for line in lines), random))


def _let_answer(dialogue: Dialogue, fuzzer: Fuzzer) -> None:
    seat = dialogue.script.fuzzed
    question = dialogue.question(seat)
    for event in fuzzer.events(dialogue):
        dialogue.take(event)
        if dialogue.is_over or dialogue.question(seat) != question:
            return
