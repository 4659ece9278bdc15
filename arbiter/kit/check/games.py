"""Games: the checks that play against the house, plainly and under odd but lawful circumstances."""

from random import Random

from arbiter.kit.check.disguises import with_carriage_returns, with_news
from arbiter.kit.check.examiner import Examiner
from arbiter.kit.check.finding import Finding, Outcome, failed, passed
from arbiter.kit.check.house import House
from arbiter.kit.check.subject import Disguise, Subject
from arbiter.order import Order
from arbiter.record import TurnRecord
from arbiter.referee import Referee
from arbiter.rules.cards import CLAN_CARDS, NAMES, RECRUITER
from arbiter.rules.variants import Rules

SEATS = ("first seat", "second seat")
SHORT, RECRUITER_GAMES = 6, 3


def check_variant(examiner: Examiner, rules: Rules) -> Finding:
    """A whole game from each seat, each with a new process."""
    turns = []
    for seat in (0, 1):
        with examiner.subject() as subject:
            trouble = subject.greet()
            if not trouble:
                order = examiner.order(rules, seat + 1)
                referee, trouble = subject.play(order, House(1 - seat, Random(seat)))
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
    for number in range(1, RECRUITER_GAMES + 1):
        with examiner.subject() as subject:
            trouble = subject.greet()
            if trouble:
                return failed(name, trouble)
            order = examiner.order(rules, number + 10, tactics=[RECRUITER])
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
    """A game that breaks off, and whole ones after it, in one process."""
    name, rules = "games in one process", examiner.rules
    games = [(rules[0], 0, 4, SHORT), (rules[-1], 1, 5, 1000), (rules[0], 0, 6, 1000)]
    with examiner.subject() as subject:
        trouble = subject.greet()
        for place, (which, seat, number, turns) in enumerate(games, 1):
            house = House(1 - seat, Random(number), turns=turns)
            if not trouble:
                _, trouble = subject.play(examiner.order(which, number), house)
            if trouble:
                suspect = "a first game in a new process goes well: on 'game', forget all that came before"
                return failed(name, trouble, f"game {place}", suspect if place > 1 else "")
        trouble = subject.ask("ping after", ["pong after"])
    return failed(name, trouble) if trouble else passed(name, f"{len(games)} games, the first cut short")


def check_restart(examiner: Examiner) -> Finding:
    """A new process is given a turn from the middle of a game that another one has played so far."""
    name = "restart in mid-game"
    order = examiner.order(examiner.rules[-1], 7)
    with examiner.subject() as subject:
        trouble = subject.greet()
        if not trouble:
            referee, trouble = subject.play(order, House(1, Random(7)))
    if trouble:
        return failed(name, trouble, "the game before the restart")
    with examiner.subject() as subject:
        trouble = subject.greet()
        return failed(name, trouble) if trouble else _resume(name, subject, order, referee)


def _resume(name: str, subject: Subject, order: Order, played: Referee) -> Finding:
    """Let a new process answer the turn in the middle of a game, and see whether its answer is legal."""
    turns = [turn for turn in played.turns if turn.seat == 0 and not turn.reply.startswith("return")]
    middle = turns[len(turns) // 2]
    past = played.turns[: played.turns.index(middle)]
    referee, trouble = subject.play(order, House(1, Random(7), turns=0), past=past)
    if trouble:
        suspect = "a turn line carries all that is needed: decide by that alone"
        return failed(name, trouble, f"turn {middle.turn}", suspect)
    same = referee.turns[len(past)].reply == middle.reply
    told = "the same answer" if same else "another legal answer: it depends on what came before, or on chance"
    return passed(name, f"turn {middle.turn}: {told}")


def _disguised(examiner: Examiner, name: str, disguise: Disguise, suspect: str) -> Finding:
    """Play the start of a game of each variant in disguise."""
    for rules in examiner.rules:
        with examiner.subject() as subject:
            trouble = subject.greet(disguise)
            if not trouble:
                _, trouble = subject.play(examiner.order(rules, 1), House(1, Random(0), turns=SHORT), disguise)
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
