"""Games: the checks that play against the house, plainly and under odd but lawful circumstances."""

from random import Random

from arbiter.kit.check.disguises import with_carriage_returns, with_news, with_result
from arbiter.kit.check.examiner import Examiner
from arbiter.kit.check.finding import Finding, Outcome, failed, passed
from arbiter.kit.check.house import SHORT, WHOLE, House
from arbiter.kit.check.subject import Disguise, Subject, plainly
from arbiter.order import Order
from arbiter.record import TurnRecord
from arbiter.referee import Referee
from arbiter.rules.cards import CLAN_CARDS, NAMES, RECRUITER
from arbiter.rules.endings import Ending
from arbiter.rules.variants import Rules
from arbiter.verdicts import WHY
from protocol.messages import Result

SEATS = ("first seat", "second seat")
RECRUITER_GAMES = 3
RESULTS = (
    Result("draw", "draw", "none", (4, 4), (4, 4), WHY[Ending.DRAW]),
    Result("void", "void", "none", (0, 0), (0, 0), "the machine was overloaded"),
)


def plain_game(examiner: Examiner, rules: Rules, seat: int, turns: int = WHOLE) -> tuple[Order, House]:
    """Return the game of a variant in which the bot sits on this seat."""
    return examiner.order(rules, seat + 1), House(1 - seat, Random(seat), turns=turns)


def check_variant(examiner: Examiner, rules: Rules) -> Finding:
    """A whole game from each seat, each with a new process."""
    turns = []
    for seat in (0, 1):
        with examiner.subject() as subject:
            trouble = subject.greet()
            if not trouble:
                referee, trouble = subject.play(*plain_game(examiner, rules, seat))
                turns.append(f"{referee.state.turn} turns")
        if trouble:
            return failed(rules.variant, trouble, SEATS[seat])
    return passed(rules.variant, f"both seats, {' and '.join(turns)}")


def check_long_game(examiner: Examiner) -> Finding:
    """A game against a house that never claims, and holds the high cards: it lasts until nobody can play any more."""
    name, rules = "long game", examiner.rules[0]
    with examiner.subject() as subject:
        trouble = subject.greet()
        if not trouble:
            order = examiner.order(rules, 3, clan=_low_and_high_in_turn())
            referee, trouble = subject.play(order, House(1, Random(3), claims=False, draws_tactics=False))
        suspect = "late in a game hands and decks run out, and 'pass' comes up"
        return failed(name, trouble, suspect=suspect) if trouble else passed(name, _length(referee))


def check_recruiter(examiner: Examiner) -> Finding:
    """Games in which the bot's first tactics card is the recruiter; if it never plays it, one that is played for it."""
    name = "recruiter"
    rules = next((rules for rules in examiner.rules if rules.tactics), None)
    if rules is None:
        return Finding(name, Outcome.SKIPPED, "no variant with tactics cards goes well")
    with examiner.subject() as subject:
        trouble = subject.greet()
        for number in range(1, RECRUITER_GAMES + 1):
            order = examiner.order(rules, number + 10, tactics=[RECRUITER])
            if not trouble:
                referee, trouble = subject.play(order, House(1, Random(number), draws_tactics=False))
            if trouble:
                return failed(name, trouble, f"game {number}")
            returns = [turn.reply for turn in referee.turns if turn.seat == 0 and turn.reply.startswith("return")]
            if returns:
                return passed(name, f"played in game {number}: {returns[0]}")
    return _ask_by_hand(examiner, rules)


def check_unknown(examiner: Examiner) -> Finding:
    """Messages and fields that the bot cannot know."""
    suspect = "the same game without fields and messages that it does not know goes well; it has to ignore them"
    return _disguised(examiner, "unknown fields and words", with_news, suspect)


def check_carriage_returns(examiner: Examiner) -> Finding:
    """Lines that end in CR LF."""
    suspect = (
        r"the same game with lines that end in '\n' alone goes well: is the '\r' taken for a part of the last word?"
    )
    return _disguised(examiner, "CR LF", with_carriage_returns, suspect)


def check_two_games(examiner: Examiner) -> Finding:
    """Games that went well in a process of their own, now in one: first one that breaks off, then whole ones."""
    name, rules = "games in one process", examiner.rules
    games = [(rules[0], 0, SHORT), (rules[-1], 1, WHOLE), (rules[0], 0, WHOLE)]
    with examiner.subject() as subject:
        trouble = subject.greet()
        for place, (which, seat, turns) in enumerate(games, 1):
            if not trouble:
                _, trouble = subject.play(*plain_game(examiner, which, seat, turns))
            if trouble:
                suspect = "the same game in a new process goes well: on 'game', forget all that came before"
                return failed(name, trouble, f"game {place}", suspect)
        trouble = subject.ask("ping after", ["pong after"])
    return failed(name, trouble) if trouble else passed(name, f"{len(games)} games, the first cut short")


def check_results(examiner: Examiner) -> Finding:
    """Games that break off, of which the bot is told that they are drawn or void, and another one after each."""
    name, rules = "draw and void", examiner.rules[0]
    games = [(result.outcome, disguise) for result in RESULTS for disguise in (with_result(result), plainly)]
    with examiner.subject() as subject:
        trouble = subject.greet()
        for outcome, disguise in games:
            if not trouble:
                _, trouble = subject.play(*plain_game(examiner, rules, 0, SHORT), disguise)
            if trouble:
                suspect = "'result' needs no answer, whatever it says: wait for the next line"
                return failed(name, trouble, f"with 'result {outcome}'", suspect)
    return passed(name, f"{len(games)} games, {' and '.join(result.outcome for result in RESULTS)} among them")


def check_restart(examiner: Examiner) -> Finding:
    """A new process is given a turn from the middle of a game that another one has played so far."""
    name, rules = "restart in mid-game", examiner.rules[-1]
    with examiner.subject() as subject:
        trouble = subject.greet()
        if not trouble:
            referee, trouble = subject.play(*plain_game(examiner, rules, 0))
    if trouble:
        return failed(name, trouble, "the game before the restart")
    with examiner.subject() as subject:
        trouble = subject.greet()
        return failed(name, trouble) if trouble else _resume(name, subject, referee)


def _resume(name: str, subject: Subject, played: Referee) -> Finding:
    """Let a new process answer the turn in the middle of a game, and see whether its answer is legal."""
    turns = [turn for turn in played.turns if turn.seat == 0 and not turn.reply.startswith("return")]
    middle = turns[len(turns) // 2]
    past = played.turns[: played.turns.index(middle)]
    referee, trouble = subject.play(played.order, House(1, Random(0), turns=0), past=past)
    if trouble:
        suspect = "a turn line carries all that is needed: decide by that alone"
        return failed(name, trouble, f"turn {middle.turn}", suspect)
    same = referee.turns[len(past)].reply == middle.reply
    told = "the same answer" if same else "another legal answer: it depends on what came before, or on chance"
    return passed(name, f"turn {middle.turn}: {told}")


def _disguised(examiner: Examiner, name: str, disguise: Disguise, suspect: str) -> Finding:
    """Play the start of a game of each variant in disguise."""
    with examiner.subject() as subject:
        trouble = subject.greet(disguise)
        for rules in examiner.rules:
            if not trouble:
                _, trouble = subject.play(*plain_game(examiner, rules, 0, SHORT), disguise)
            trouble = trouble or subject.ask(disguise("ping 7\n").rstrip("\n"), ["pong 7"])
            if trouble:
                return failed(name, trouble, rules.variant, suspect)
    return passed(name, f"{SHORT} turns of {' and '.join(rules.variant for rules in examiner.rules)}")


def _ask_by_hand(examiner: Examiner, rules: Rules) -> Finding:
    """Play the recruiter for a bot that never does so, and let it give the cards back."""
    name, never = "recruiter", f"never played in {RECRUITER_GAMES} games that offered it"
    order = examiner.order(rules, 11, tactics=[RECRUITER])
    with examiner.subject() as subject:
        trouble = subject.greet()
        if not trouble:
            _, trouble = subject.play(order, House(1, Random(1), turns=0), past=_recruiting(order))
    if trouble:
        return Finding(name, Outcome.UNUSED, f"{never}; a 'return' that is asked all the same: {trouble.why}")
    return passed(name, f"{never}; a 'return' that is asked all the same is answered")


def _recruiting(order: Order) -> list[TurnRecord]:
    """Return turns after which the first seat owes two cards to its recruiter."""
    referee = Referee(order, 0)
    referee.open()
    first, second = (NAMES[hand[0]] for hand in referee.state.hands)
    for seat, line in ((0, "ok"), (1, "ok"), (0, f"play 1 {first} 1 draw tactics"), (1, f"play 2 {second} 1")):
        referee.hear(seat, line.encode(), 0, 0, 0)
    referee.hear(0, b"play 3 recruiter 3+0 claim all", 0, 0, 0)
    return referee.turns


def _low_and_high_in_turn() -> list[int]:
    """Return a clan deck that gives the low cards to the first seat."""
    low, high = list(CLAN_CARDS[:27]), list(CLAN_CARDS[27:])
    shuffle = Random(3).shuffle
    shuffle(low)
    shuffle(high)
    return [card for pair in zip(low, high, strict=True) for card in pair]


def _length(referee: Referee) -> str:
    verdict = referee.verdict
    return f"{referee.state.turn} turns, ended by {verdict.ending}" if verdict else ""
