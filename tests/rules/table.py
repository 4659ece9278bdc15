"""A second referee for whole games, slow and plain, on names and lists: the engine is compared with it turn by turn."""

from collections.abc import Iterator, Sequence

from . import naive

STONES = range(1, 10)
ELITES = ("joker", "spy", "shield")
MODES = ("blind", "mud")


class Table:
    """A game in progress. Seats are 0 and 1; ``sides[seat][stone]`` is a list of names, in the order they were laid."""

    def __init__(
        self,
        clan: Sequence[str],
        tactics: Sequence[str] = (),
        *,
        has_tactics: bool = False,
        ranking: str = "colour-over-run",
        lead: int = 1,
    ) -> None:
        self.size = 7 if has_tactics else 6
        dealt = 2 * self.size
        self.hands = [list(clan[0:dealt:2]), list(clan[1:dealt:2])]
        self.decks = {"clan": list(clan[dealt:]), "tactics": list(tactics)}
        self.sides: list[dict[int, list[str]]] = [{stone: [] for stone in STONES} for _ in (0, 1)]
        self.modes: dict[int, list[str]] = {stone: [] for stone in STONES}
        self.owner: dict[int, int] = {}
        self.completed: dict[tuple[int, int], int] = {}
        self.discard: list[str] = []
        self.played: list[list[str]] = [[], []]
        self.ranking, self.lead = ranking, lead
        self.turn, self.seat, self.passes = 1, 0, 0
        self.refills = True
        self.ending: str | None = None
        self.winner: int | None = None

    def unclaimed(self) -> list[int]:
        return [stone for stone in STONES if stone not in self.owner]

    def capacity(self, stone: int) -> int:
        return 4 if "mud" in self.modes[stone] else 3

    def with_room(self, seat: int) -> list[int]:
        return [stone for stone in self.unclaimed() if len(self.sides[seat][stone]) < self.capacity(stone)]

    def unseen(self) -> list[str]:
        up = {card for side in self.sides for cards in side.values() for card in cards} | set(self.discard)
        return [card for card in naive.CLAN if card not in up]

    def plays(self) -> set[str]:
        hand = self.hands[self.seat]
        clan = {f"{card} {stone}" for card in hand if card in naive.CLAN for stone in self.with_room(self.seat)}
        plays = clan or {"pass"}
        if len(self.played[self.seat]) + 1 <= len(self.played[1 - self.seat]) + self.lead:
            for card in hand:
                if card not in naive.CLAN:
                    plays |= set(self._tactics_plays(card))
        return plays

    def _tactics_plays(self, card: str) -> Iterator[str]:
        seat = self.seat
        if card in ELITES:
            if not (card == "joker" and "joker" in self.played[seat]):
                yield from (f"{card} {stone}" for stone in self.with_room(seat))
        elif card in MODES:
            yield from (f"{card} {stone}" for stone in self.unclaimed())
        elif card == "recruiter":
            clan, tactics = len(self.decks["clan"]), len(self.decks["tactics"])
            total = min(3, clan + tactics)
            yield from (f"recruiter {n}+{total - n}" for n in range(total + 1) if n <= clan and total - n <= tactics)
        else:
            owner = seat if card == "strategist" else 1 - seat
            for source in self.unclaimed():
                for moved in self.sides[owner][source]:
                    yield from self._moves(card, moved, source)

    def _moves(self, card: str, moved: str, source: int) -> Iterator[str]:
        if card == "banshee":
            yield f"banshee {moved}"
        elif card == "strategist":
            yield f"strategist {moved} discard"
            yield from (f"strategist {moved} {stone}" for stone in self.with_room(self.seat) if stone != source)
        elif moved in naive.CLAN:
            yield from (f"traitor {moved} {stone}" for stone in self.with_room(self.seat))

    def play(self, words: str) -> None:
        """Make a legal play. After a recruiter the caller returns cards with `give_back`."""
        seat = self.seat
        card, *rest = words.split()
        self.refills = card not in ("pass", "recruiter")
        if card == "pass":
            self.passes += 1
            return
        self.passes = 0
        self.hands[seat].remove(card)
        if card not in naive.CLAN:
            self.played[seat].append(card)
        if card in naive.CLAN or card in ELITES:
            self._lay(card, int(rest[0]))
        elif card in MODES:
            self.modes[int(rest[0])].append(card)
        else:
            self.discard.append(card)
            self._ruse(card, rest)

    def _lay(self, card: str, stone: int) -> None:
        side = self.sides[self.seat][stone]
        side.append(card)
        if len(side) == self.capacity(stone):
            self.completed[self.seat, stone] = self.turn

    def _ruse(self, card: str, rest: Sequence[str]) -> None:
        if card == "recruiter":
            for deck, count in zip(("clan", "tactics"), rest[0].split("+"), strict=True):
                for _ in range(int(count)):
                    self.hands[self.seat].append(self.decks[deck].pop(0))
            return
        owner = self.seat if card == "strategist" else 1 - self.seat
        source = next(stone for stone in self.unclaimed() if rest[0] in self.sides[owner][stone])
        self.sides[owner][source].remove(rest[0])
        if card == "banshee" or rest[1] == "discard":
            self.discard.append(rest[0])
        else:
            self._lay(rest[0], int(rest[1]))

    def returnable(self) -> list[str]:
        """Return what a recruiter may put back."""
        dead = "joker" in self.played[self.seat]
        return [card for card in self.hands[self.seat] if not (dead and card == "joker")]

    def give_back(self, cards: Sequence[str]) -> None:
        for card in cards:
            self.hands[self.seat].remove(card)
            self.decks["clan" if card in naive.CLAN else "tactics"].append(card)

    def grantable(self) -> list[int]:
        return [stone for stone in self.unclaimed() if self._is_granted(stone)]

    def _is_granted(self, stone: int) -> bool:
        mine, theirs = (seat_of[stone] for seat_of in (self.sides[self.seat], self.sides[1 - self.seat]))
        first = self.completed.get((self.seat, stone), 0) < self.completed.get((1 - self.seat, stone), 0)
        modes = tuple(self.modes[stone])
        return naive.is_granted(mine, theirs, self.unseen(), modes, self.ranking, is_first=first)

    def claim(self, stone: int) -> None:
        self.owner[stone] = self.seat
        self.ending = self.win_of(self.seat)
        if self.ending:
            self.winner = self.seat

    def stones(self, seat: int) -> list[int]:
        return sorted(stone for stone, owner in self.owner.items() if owner == seat)

    def win_of(self, seat: int) -> str | None:
        mine = self.stones(seat)
        if len(mine) >= 5:
            return "stones"
        return "adjacent" if any({stone, stone + 1, stone + 2} <= set(mine) for stone in mine) else None

    def end_turn(self, deck: str) -> None:
        if self.refills:
            for source in (deck, "tactics" if deck == "clan" else "clan"):
                while self.decks[source] and len(self.hands[self.seat]) < self.size:
                    self.hands[self.seat].append(self.decks[source].pop(0))
        self.seat = 1 - self.seat
        self.turn += 1
        if self.passes == 2:
            self._adjudicate()

    def _adjudicate(self) -> None:
        to_move = self.seat
        for seat in (to_move, 1 - to_move):
            self.seat = seat
            self.owner |= dict.fromkeys(self.grantable(), seat)
            if self.win_of(seat):
                self.ending, self.winner, self.seat = "adjudicated", seat, to_move
                return
        for stone in self.unclaimed():
            points = [self._claim_points(seat, stone) for seat in (0, 1)]
            if points[0] != points[1]:
                self.owner[stone] = 0 if points[0] > points[1] else 1
        winners = [(len(self.stones(seat)), seat) for seat in (0, 1) if self.win_of(seat)]
        if len(winners) == 2 and winners[0][0] == winners[1][0]:
            winners = []
        self.winner = max(winners)[1] if winners else None
        self.ending, self.seat = "draw" if self.winner is None else "adjudicated", to_move

    def _claim_points(self, seat: int, stone: int) -> tuple[bool, int]:
        side = self.sides[seat][stone]
        highest = [max(value for _, value in naive.can_be(card)) for card in side]
        return len(side) == self.capacity(stone), sum(highest)

    def points(self) -> list[int]:
        return [5 if seat == self.winner else len(self.stones(seat)) for seat in (0, 1)]
