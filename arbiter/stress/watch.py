"""Watches the position of one game: what must hold of it after every step."""

from collections import Counter
from random import Random

from arbiter.rules.cards import BLIND, CLAN, MUD, NAMES, TROOPS, cards_in
from arbiter.rules.endings import ENDINGS, NOBODY, Ending
from arbiter.rules.formations import BLIND_TERMS, MUD_TERMS
from arbiter.rules.state import ALL_STONES, State
from arbiter.rules.tactics import RETURNED
from arbiter.rules.view import View, view
from arbiter.sight import Sight
from arbiter.stress.brute import worth
from arbiter.stress.finding import FindingError, demand
from arbiter.stress.hidden import fields_text, with_other_hidden_cards
from arbiter.stress.legality import check_legality

LONGEST_GAME = 250
HIDDEN = 0.4


class Watch:
    """Looks at a position that is played on. `finished` tells when each side was completed last, in steps.

    Views and legal plays, which take long, are looked at after a `share` of the steps.
    """

    def __init__(self, state: State, share: float = 1.0) -> None:
        self.state = state
        self._share = share
        self.finished = [0] * 18
        self._dealt = sorted(_cards(state))
        self._step = 0
        self._sizes: list[int] = []

    def look(self, random: Random) -> None:
        """Raise a finding if the position is not what it must be after a step."""
        self.note_completions()
        self._check_cards()
        self._check_stones()
        self._check_strengths()
        self._check_limits()
        self._check_ending()
        if random.random() >= self._share:
            return
        self._check_sight(random.randrange(2), random)
        if not self.state.ending and not self.state.owed:
            check_legality(self.state, random)

    def note_completions(self) -> None:
        """Take note of the sides that were completed since the last time."""
        state = self.state
        self._step += 1
        self._sizes = [4 if terms & MUD_TERMS else 3 for terms in state.terms] * 2
        for side in range(18):
            if state.sides[side].bit_count() < self._sizes[side]:
                self.finished[side] = 0
            elif not self.finished[side]:
                self.finished[side] = self._step

    def is_first(self, seat: int, stone: int) -> bool:
        """Tell whether a seat's complete side was completed before the other's complete side."""
        return self.finished[seat * 9 + stone] < self.finished[9 - seat * 9 + stone]

    def _check_cards(self) -> None:
        state = self.state
        now = sorted(_cards(state))
        if now != self._dealt:
            wrong = (Counter(now) - Counter(self._dealt)) + (Counter(self._dealt) - Counter(now))
            raise FindingError("cards are lost or doubled", [NAMES[card] for card in wrong])
        up = state.discard
        for side in state.sides:
            up |= side
        demand(state.seen & CLAN == up & CLAN, "the seen cards are not those that lie face up", state.seen, up)

    def _check_stones(self) -> None:
        state = self.state
        first, second = state.taken
        demand(first & second == 0 and first | second | state.open == ALL_STONES, "a stone has two owners or none")
        demand(first & state.open == second & state.open == 0, "a claimed stone is open")
        for side in range(18):
            seat, stone = divmod(side, 9)
            has_room = state.sides[side].bit_count() < self._sizes[side] and state.open >> stone & 1
            demand(state.room[seat] >> stone & 1 == has_room, "the room of a side is wrong", seat, stone)
            demand(state.sides[side].bit_count() <= self._sizes[side], "a side holds too many cards", seat, stone)
            demand(not state.sides[side] & ~TROOPS, "a card that is no troop lies on a side", seat, stone)

    def _check_strengths(self) -> None:
        state = self.state
        for side in range(18):
            expected = 0
            if self.finished[side]:
                rank, total = worth(state.sides[side], state.terms[side % 9])
                expected = rank * 64 + total
            demand(state.strengths[side] == expected, "the strength of a side is wrong", side, state.strengths[side])

    def _check_limits(self) -> None:
        state = self.state
        first, second = state.tactics_played
        demand(abs(first - second) <= state.rules.tactics_lead, "too many tactics cards", first, second)
        demand(max(state.jokers_played) <= 1, "a second joker was played", state.jokers_played)
        demand(state.turn <= LONGEST_GAME, "the game does not end", state.turn)
        for seat in (0, 1):
            most = state.hand_size + (RETURNED if state.owed and seat == state.seat else 0)
            demand(len(state.hands[seat]) <= most, "a hand is too large", seat, len(state.hands[seat]))

    def _check_ending(self) -> None:
        state = self.state
        winning = [seat for seat in (0, 1) if ENDINGS[state.taken[seat]]]
        if not state.ending:
            demand(not winning and state.winner == NOBODY, "a won game goes on", state.taken)
        elif state.ending in (Ending.STONES, Ending.ADJACENT):
            demand(winning == [state.winner] and ENDINGS[state.taken[state.winner]] == state.ending, "a wrong ending")
        else:
            demand(state.idle == 2, "a game is adjudicated before its time", state.idle)
            demand((state.winner == NOBODY) == (state.ending is Ending.DRAW), "a draw with a winner", state.ending)
            demand(state.winner == NOBODY or state.winner in winning, "a winner without stones", state.taken)

    def _check_sight(self, seat: int, random: Random) -> None:
        state = self.state
        seen, shown = view(state, seat), Sight(state.copy()).fields(seat)
        demand(shown == fields_text(seen), "a turn does not show the view", shown, seen)
        first = tuple(stone + 1 for stone in cards_in(state.open) if self._wins_tie(seat, stone))
        demand(seen.first == first, "the view tells wrongly who was first", seat, seen.first, first)
        if random.random() < HIDDEN:
            self._check_hidden(seat, (seen, shown), random)

    def _check_hidden(self, seat: int, told: tuple[View, str], random: Random) -> None:
        state = self.state
        other = with_other_hidden_cards(state, seat, random)
        demand((view(other, seat), Sight(other).fields(seat)) == told, "a view tells of hidden cards", seat)
        if seat == state.seat and not state.owed and not state.ending:
            demand(other.legal_plays() == state.legal_plays(), "the legal plays tell of hidden cards", seat)
            demand(other.grantable() == state.copy().grantable(), "the claims tell of hidden cards", seat)

    def _wins_tie(self, seat: int, stone: int) -> bool:
        is_open_to_tie = not self.finished[9 - seat * 9 + stone] or self.is_first(seat, stone)
        return self.finished[seat * 9 + stone] > 0 and is_open_to_tie


def _cards(state: State) -> list[int]:
    """Return every card, wherever it is."""
    cards = [card for hand in state.hands for card in hand]
    for deck, top in zip(state.decks, state.tops, strict=True):
        cards += deck[top:]
    for mask in (*state.sides, state.discard):
        cards += cards_in(mask)
    for mode, bit in ((BLIND, BLIND_TERMS), (MUD, MUD_TERMS)):
        cards += [mode for terms in state.terms if terms & bit]
    return cards
