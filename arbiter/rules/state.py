"""A position of the game: everything both players and the table know, and what may happen next.

A turn is `play`, after a recruiter `give_back`, any number of `claim`, then `end_turn`; in the expert variants the
claims come first. The methods that change a position trust their caller: ask `illegality`, `return_illegality` and
`refusal` first (`arbiter.rules.turn` does), so that a search pays for no check that it does not need. Seats are 0
(moves first) and 1, stones 0 to 8, sets of stones bit masks of nine bits, and side ``seat * 9 + stone`` of the 18 sides
a set of cards.
"""

from collections.abc import Sequence
from typing import Final

from arbiter.rules import tactics
from arbiter.rules.cards import BIT, CLAN, CLAN_CARDS, JOKERS, NAMES, TACTICS_CARDS
from arbiter.rules.endings import ENDINGS, NOBODY, Ending, adjudicate
from arbiter.rules.formations import MUD_TERMS, RUN_OVER_COLOUR_TERMS, describe, size_of, strength
from arbiter.rules.plays import AT, PASS, STONES
from arbiter.rules.proof import Reason, Refusal, completion_above, judge
from arbiter.rules.variants import Ranking, Rules

__all__ = ["ALL_STONES", "ATTRIBUTES", "ENDINGS", "FROM_CLAN", "FROM_TACTICS", "NOBODY", "DeckError", "Ending", "State"]

ALL_STONES: Final = (1 << 9) - 1
FROM_CLAN: Final = 0
FROM_TACTICS: Final = 1

ATTRIBUTES: Final = (
    "_beaters",
    "_draws",
    "decks",
    "discard",
    "ending",
    "finished",
    "hand_size",
    "hands",
    "idle",
    "jokers_played",
    "open",
    "owed",
    "room",
    "rules",
    "seat",
    "seen",
    "sides",
    "strengths",
    "tactics_played",
    "taken",
    "terms",
    "tops",
    "touched",
    "turn",
    "winner",
)
"""The names of all that a `State` holds."""


class DeckError(ValueError):
    """A deck that the game cannot be played with."""


class State:
    """One position. Create it with `deal`; read its attributes, and change it through its methods only.

    `turn` counts from 1; `seat` is to move. `open`: unclaimed stones; `room[seat]`: those with room on that side;
    `taken[seat]`: stones claimed. `sides`, `strengths` (0 while incomplete) and `finished` (the turn in which a side
    was completed last) have 18 entries. `terms[stone]` as in `formations`. `hands` and `decks` hold cards, `tops` how
    many of a deck are gone. `seen` holds every clan card that lies face up (and elite troops, which no proof asks for),
    `discard` what is in the discard. `tactics_played` and `jokers_played` count per seat; `idle` counts turns in a row
    without a play. `owed` tells how many cards a recruiter still has to give back. `touched`: stones at which a card
    came or went; whoever shows the table clears it. `ending` is None as long as the game goes on.
    """

    __slots__ = ATTRIBUTES

    rules: Rules
    hand_size: int
    turn: int
    seat: int
    open: int
    room: list[int]
    taken: list[int]
    sides: list[int]
    strengths: list[int]
    finished: list[int]
    terms: list[int]
    hands: list[list[int]]
    decks: list[tuple[int, ...]]
    tops: list[int]
    seen: int
    discard: int
    tactics_played: list[int]
    jokers_played: list[int]
    idle: int
    owed: int
    ending: Ending | None
    winner: int
    touched: int
    _beaters: list[int]
    _draws: bool

    @staticmethod
    def deal(rules: Rules, clan: Sequence[int], tactics: Sequence[int] = ()) -> "State":
        """Return the position before the first turn.

        The seats are dealt one card in turn, seat 0 first, from the front of `clan`; what is left is the clan deck. A
        short deck is allowed if it is enough for both hands, so that endings can be studied. Raise `DeckError` for
        cards that are no clan or tactics cards, that occur twice, or that are too few; a base game takes no tactics
        cards.
        """
        _check_deck(rules, clan, tactics)
        dealt = 2 * rules.hand_size
        state = State()
        state.rules, state.hand_size = rules, rules.hand_size
        state.turn, state.seat = 1, 0
        state.open = ALL_STONES
        state.room, state.taken = [ALL_STONES, ALL_STONES], [0, 0]
        state.sides, state.strengths, state.finished, state._beaters = [0] * 18, [0] * 18, [0] * 18, [0] * 18
        state.terms = [RUN_OVER_COLOUR_TERMS if rules.ranking is Ranking.RUN_OVER_COLOUR else 0] * 9
        state.hands = [list(clan[0:dealt:2]), list(clan[1:dealt:2])]
        state.decks, state.tops = [tuple(clan), tuple(tactics)], [dealt, 0]
        state.seen = state.discard = 0
        state.tactics_played, state.jokers_played = [0, 0], [0, 0]
        state.idle = state.owed = 0
        state.ending, state.winner = None, NOBODY
        state.touched = 0
        state._draws = False
        return state

    def copy(self) -> "State":
        """Return a position of its own that is equal to this one."""
        new = _new(State)
        new.rules = self.rules
        new.hand_size = self.hand_size
        new.turn = self.turn
        new.seat = self.seat
        new.open = self.open
        new.room = self.room[:]
        new.taken = self.taken[:]
        new.sides = self.sides[:]
        new.strengths = self.strengths[:]
        new.finished = self.finished[:]
        new._beaters = self._beaters[:]
        new.terms = self.terms[:]
        first, second = self.hands
        new.hands = [first[:], second[:]]
        new.decks = self.decks[:]
        new.tops = self.tops[:]
        new.seen = self.seen
        new.discard = self.discard
        new.tactics_played = self.tactics_played[:]
        new.jokers_played = self.jokers_played[:]
        new.idle = self.idle
        new.owed = self.owed
        new.ending = self.ending
        new.winner = self.winner
        new.touched = self.touched
        new._draws = self._draws
        return new

    def legal_plays(self) -> list[int]:
        """Return every legal play of the seat to move, `PASS` included where it is legal.

        Of two jokers in the hand the plays of the first stand for both.
        """
        seat = self.seat
        stones = AT[self.room[seat]]
        if not self.rules.tactics:
            return [card + stone for card in self.hands[seat] for stone in stones] or [PASS]
        plays = [card + stone for card in self.hands[seat] if card < 54 for stone in stones] or [PASS]
        if self.tactics_played[seat] < self.tactics_played[1 - seat] + self.rules.tactics_lead:
            plays += tactics.legal_plays(self)
        return plays

    def illegality(self, play: int) -> str | None:
        """Return why the seat to move may not make a play, or None if it may."""
        seat = self.seat
        if play == PASS:
            if self.room[seat] and any(card < 54 for card in self.hands[seat]):
                return "a clan card can be played, so passing is not allowed"
            return None
        card = play & 63
        if card not in self.hands[seat]:
            return f"the card {NAMES[card]} is not in the hand"
        if card >= 54:
            return tactics.illegality(self, play)
        return self.placing_illegality(seat, play >> 6)

    def placing_illegality(self, seat: int, stone: int) -> str | None:
        """Return why a seat cannot put a card on its side of a stone, or None if it can."""
        if self.room[seat] >> stone & 1:
            return None
        return f"stone {stone + 1} is " + ("full on that side" if self.open >> stone & 1 else "already claimed")

    def play(self, play: int) -> None:
        """Make a legal play for the seat to move."""
        if play == PASS:
            self.idle += 1
            self._draws = False
            return
        card = play & 63
        seat = self.seat
        self.idle = 0
        self._draws = True
        self.hands[seat].remove(card)
        if card < 54:
            self.place(seat, card, play >> 6)
        else:
            self.tactics_played[seat] += 1
            tactics.play(self, play)

    def place(self, seat: int, card: int, stone: int) -> None:
        """Put a card face up on a seat's side of a stone with room."""
        bit = BIT[card]
        self.seen |= bit
        mine = seat * 9 + stone
        side = self.sides[mine] | bit
        self.sides[mine] = side
        self.touched |= 1 << stone
        beaters = self._beaters
        beaters[mine] = beaters[9 - seat * 9 + stone] = 0
        terms = self.terms[stone]
        if side.bit_count() == (4 if terms & MUD_TERMS else 3):
            self.room[seat] ^= 1 << stone
            self.finished[mine] = self.turn
            self.strengths[mine] = strength(side, terms)

    def remove(self, seat: int, card: int, stone: int) -> None:
        """Take a card off a seat's side of an unclaimed stone."""
        mine = seat * 9 + stone
        self.sides[mine] ^= BIT[card]
        self.room[seat] |= 1 << stone
        self.strengths[mine] = 0
        self.touched |= 1 << stone
        self._beaters[mine] = self._beaters[9 - seat * 9 + stone] = 0

    def change_terms(self, stone: int, terms: int) -> None:
        """Add `BLIND_TERMS` or `MUD_TERMS` to an unclaimed stone."""
        self.terms[stone] = now = self.terms[stone] | terms
        for seat in (0, 1):
            mine = seat * 9 + stone
            self._beaters[mine] = 0
            is_complete = self.sides[mine].bit_count() == size_of(now)
            self.strengths[mine] = strength(self.sides[mine], now) if is_complete else 0
            if not is_complete:
                self.room[seat] |= 1 << stone

    def draw(self, seat: int, deck: int) -> None:
        """Move the top card of a deck that is not empty into a hand."""
        self.hands[seat].append(self.decks[deck][self.tops[deck]])
        self.tops[deck] += 1

    def deck_sizes(self) -> tuple[int, int]:
        """Return how many cards the clan deck and the tactics deck hold."""
        (clan, tactics), (clan_top, tactics_top) = self.decks, self.tops
        return len(clan) - clan_top, len(tactics) - tactics_top

    def returnable(self, seat: int) -> list[int]:
        """Return the cards that a recruiter may put back: all of a hand but a joker that can never be played."""
        return [card for card in self.hands[seat] if not (JOKERS & BIT[card] and self.jokers_played[seat])]

    def return_illegality(self, cards: Sequence[int]) -> str | None:
        """Return why a recruiter may not give back `cards`, or None if it may."""
        if len(cards) != self.owed:
            return f"the recruiter puts {self.owed} back, not {len(cards)}"
        left = self.hands[self.seat][:]
        for card in cards:
            if card not in left:
                return f"the card {NAMES[card]} is not in the hand"
            left.remove(card)
            if JOKERS & BIT[card] and self.jokers_played[self.seat]:
                return "a joker that can never be played any more stays in the hand"
        return None

    def give_back(self, cards: Sequence[int]) -> None:
        """Put the cards that a recruiter owes under their own decks, in the order given."""
        for card in cards:
            self.hands[self.seat].remove(card)
            self.decks[card >= 54] += (card,)
        self.owed = 0

    def grantable(self) -> list[int]:
        """Return the stones that a claim of the seat to move would be granted, from left to right."""
        seat = self.seat
        full = self.open & ~self.room[seat]
        granted: list[int] = []
        if not full:
            return granted
        mine, theirs, their_room = seat * 9, 9 - seat * 9, self.room[1 - seat]
        strengths = self.strengths
        for stone in STONES[full]:
            side = mine + stone
            if their_room >> stone & 1:
                beater = self._beaters[side]
                if beater and not beater & self.seen:
                    continue
                beater = completion_above(
                    strengths[side], self.sides[theirs + stone], CLAN & ~self.seen, self.terms[stone]
                )
                if beater:
                    self._beaters[side] = beater
                    continue
            elif strengths[side] <= strengths[theirs + stone] and (
                strengths[side] < strengths[theirs + stone] or self.finished[side] > self.finished[theirs + stone]
            ):
                continue
            granted.append(stone)
        return granted

    def refusal(self, stone: int) -> Refusal | None:
        """Return why a claim of the seat to move is refused, or None if it is granted."""
        if not self.open >> stone & 1:
            return Refusal(Reason.CLAIMED)
        mine, theirs = self.seat * 9 + stone, 9 - self.seat * 9 + stone
        is_first = self.finished[mine] < self.finished[theirs]
        return judge(self.sides[mine], self.sides[theirs], CLAN & ~self.seen, self.terms[stone], is_first)

    def claim(self, stone: int) -> None:
        """Give a stone that can be granted to the seat to move; the game ends if that wins it."""
        self.award(stone, self.seat)
        ending = ENDINGS[self.taken[self.seat]]
        if ending:
            self.ending, self.winner = ending, self.seat

    def award(self, stone: int, seat: int) -> None:
        """Close an unclaimed stone in favour of a seat, without a look at whether that wins the game."""
        bit = 1 << stone
        self.open ^= bit
        self.room[0] &= ~bit
        self.room[1] &= ~bit
        self.taken[seat] |= bit

    def end_turn(self, deck: int = FROM_CLAN) -> None:
        """Refill the hand, from the other deck if the named one is empty, and pass the turn.

        Nothing is drawn after a pass or a recruiter. The second turn in a row without a play ends the game by
        adjudication.
        """
        seat = self.seat
        if self._draws:
            hand = self.hands[seat]
            missing = self.hand_size - len(hand)
            for source in (deck, 1 - deck):
                if missing <= 0:
                    break
                top = self.tops[source]
                drawn = self.decks[source][top : top + missing]
                hand += drawn
                self.tops[source] = top + len(drawn)
                missing -= len(drawn)
        elif self.idle == 2:
            self._pass_turn()
            adjudicate(self)
            return
        self._pass_turn()

    def skip_draw(self) -> None:
        """Let this turn end without a refill, as a recruiter does."""
        self._draws = False

    def points(self) -> tuple[int, int]:
        """Return what a finished round scores: five for its winner and a point a stone for anybody else."""
        first, second = (5 if seat == self.winner else self.taken[seat].bit_count() for seat in (0, 1))
        return first, second

    def strength_in_words(self, seat: int, stone: int) -> str:
        """Return what a complete side is, such as ``run of 15``."""
        return describe(self.strengths[seat * 9 + stone], self.terms[stone])

    def _pass_turn(self) -> None:
        self.seat ^= 1
        self.turn += 1


_new = State.__new__


_CLAN_CARDS: Final = frozenset(CLAN_CARDS)
_TACTICS_CARDS: Final = frozenset(TACTICS_CARDS)


def _check_deck(rules: Rules, clan: Sequence[int], tactics: Sequence[int]) -> None:
    if not _CLAN_CARDS.issuperset(clan):
        raise DeckError("a card of the clan deck is no clan card")
    if not _TACTICS_CARDS.issuperset(tactics):
        raise DeckError("a card of the tactics deck is no tactics card")
    if len(set(clan)) < len(clan) or len(set(tactics)) < len(tactics):
        raise DeckError("a card occurs twice in its deck")
    if len(clan) < 2 * rules.hand_size:
        raise DeckError(f"the clan deck has {len(clan)} cards, too few for two hands of {rules.hand_size}")
    if tactics and not rules.tactics:
        raise DeckError(f"the variant {rules.variant} is played without tactics cards")
