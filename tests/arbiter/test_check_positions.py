"""The checks of positions: whatever the bot does, each situation that they are about is put to it."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from arbiter.control import MS, TimeControl
from arbiter.kit.check.examiner import Examiner
from arbiter.kit.check.finding import Finding, Outcome
from arbiter.kit.check.positions import check_positions
from arbiter.kit.check.scenes import TAKES, find_scenes
from arbiter.kit.check.settings import check_settings
from arbiter.kit.check.situations import MATTERS, SITUATIONS, Situation
from arbiter.process import Program
from arbiter.rules.variants import VARIANTS, rules_of
from protocol.view import STONES, Game, View
from tests.timeouts import TIMEOUT

SOUND = Path(__file__).parent / "broken" / "sound.py"
LONG_NS = int(TIMEOUT * 1000) * MS
PATIENT = TimeControl(move_ns=LONG_NS, startup_ns=LONG_NS, setup_ns=LONG_NS, grace_ns=LONG_NS)


class Heard:
    """What a sound bot hears in one check."""

    def __init__(
        self, folder: Path, check: Callable[[Examiner], Finding], variants: tuple[str, ...] = VARIANTS
    ) -> None:
        copy = folder / "heard"
        words = ("sh", "-c", f"tee {copy} | exec {sys.executable} -BS {SOUND}")
        examiner = Examiner(Program("sound", words, folder), PATIENT, [rules_of(name) for name in variants])
        self.finding = check(examiner)
        self.lines = [line.split() for line in copy.read_text().splitlines()]

    def games(self) -> Iterator[Game]:
        yield from (Game(fields_of(words[1:])) for words in self.lines if words[0] == "game")

    def views(self) -> Iterator[View]:
        """Yield what the bot is asked, each with the game that was announced before it."""
        for words in self.lines:
            if words[0] == "game":
                game = Game(fields_of(words[1:]))
            elif words[0] in ("turn", "return"):
                yield View(int(words[1]), fields_of(words[2:]), game, {})


def fields_of(words: list[str]) -> dict[str, str]:
    return dict(word.split("=", 1) for word in words)


def open_stones(view: View) -> list[int]:
    return [stone for stone in STONES if stone not in view.mine + view.theirs]


def size(view: View, stone: int) -> int:
    return len(view.stones[stone][0])


def room(view: View) -> list[int]:
    return [stone for stone in open_stones(view) if size(view, stone) < (4 if stone in view.mud else 3)]


def clan(view: View) -> list[str]:
    return [card for card in view.hand if len(card) == 2]


def full(view: View) -> list[int]:
    return [stone for stone in open_stones(view) if stone not in room(view) and stone not in view.mud]


def closed_by_claims(view: View) -> bool:
    """Tell whether a tactics card in the hand could go to a stone on which the bot's side is complete."""
    return (
        view.game.is_expert and any(card in view.hand for card in ("blind", "mud", "strategist")) and view.first != ()
    )


PUT: dict[str, dict[str, Callable[[View], object]]] = {
    "full sides": {
        "all sides full or claimed but one": lambda view: (
            clan(view) and len(room(view)) == 1 and view.mine and view.theirs
        ),
        "no room for a clan card": lambda view: clan(view) and not room(view),
        "an empty hand": lambda view: not view.hand,
        "no clan card, and room": lambda view: view.hand and not clan(view) and room(view),
    },
    "empty decks": {
        "no clan deck": lambda view: view.deck[0] == 0 and clan(view),
        "no tactics deck": lambda view: view.game.is_tactics and view.deck[0] > 0 == view.deck[1],
        "a recruiter that draws less than three": lambda view: "recruiter" in view.hand and 0 < sum(view.deck) < 3,
    },
    "mud and blind": {
        "room under mud alone": lambda view: (
            room(view) == [*view.mud] and size(view, view.mud[0]) == 3 <= len(full(view))
        ),
        "room beside mud alone": lambda view: view.mud and size(view, view.mud[0]) == 4 and len(room(view)) == 1,
        "an empty side under mud": lambda view: any(size(view, stone) == 0 for stone in view.mud) and full(view),
        "an empty side under blind": lambda view: any(size(view, stone) == 0 for stone in view.blind) and full(view),
        "a full side under blind": lambda view: set(view.blind) & set(full(view)),
        "both": lambda view: set(view.mud) & set(view.blind),
    },
    "jokers and ruses": {
        "a discard of both kinds": lambda view: {len(card) > 2 for card in view.discard} == {False, True},
        "a joker of the opponent": lambda view: (
            view.jokers[1] and any("joker" in view.stones[stone][1] for stone in STONES)
        ),
        "a dead joker": lambda view: view.jokers[0] and "joker" in view.hand,
        "cards that have to wait": lambda view: view.played[0] > view.played[1] and len(clan(view)) < len(view.hand),
    },
    "returns": {
        "less than three drawn": lambda view: 0 < len(view.drew) < 3,
        "less than two to be given": lambda view: view.give < 2,
        "a dead joker": lambda view: view.give and view.jokers[0] and "joker" in view.hand,
    },
    "claims before the play": {"stones that the claims close": closed_by_claims},
}


@pytest.mark.parametrize("name", MATTERS)
def test_each_situation_is_put_to_a_bot(tmp_path: Path, name: str) -> None:
    heard = Heard(tmp_path, lambda examiner: check_positions(examiner, name))
    assert heard.finding.outcome is Outcome.PASSED
    views = [*heard.views()]
    assert len(views) == TAKES * len(MATTERS[name].situations)
    assert [what for what, is_put in PUT[name].items() if not any(map(is_put, views))] == []


@pytest.mark.parametrize("variant", VARIANTS)
def test_each_situation_is_found_in_each_variant_in_which_it_is_looked_for(variant: str) -> None:
    wanted = tuple(situation for situation in SITUATIONS if variant in situation.variants)
    scenes = find_scenes(rules_of(variant), wanted)
    assert {situation.name: len(found) for situation, found in scenes.items()} == {each.name: TAKES for each in wanted}


def test_what_never_happens_is_looked_for_in_a_few_games_only() -> None:
    never = Situation("never", lambda state: False)
    assert find_scenes(rules_of("tactics"), (never,)) == {never: []}


def test_a_matter_of_tactics_cards_is_not_run_without_them(tmp_path: Path) -> None:
    heard = Heard(tmp_path, lambda examiner: check_positions(examiner, "mud and blind"), ("base", "expert"))
    assert heard.finding.outcome is Outcome.SKIPPED
    assert [*heard.views()] == []


def test_games_are_played_with_all_settings(tmp_path: Path) -> None:
    games = [*Heard(tmp_path, check_settings).games()]
    assert all(game.is_tactics for game in games)
    assert [(game.move_ms is None, game.clock_ms is None) for game in games] == [
        (False, False), (True, False), (False, True), (False, True), (False, True),
    ]  # fmt: skip
    assert games[0].increment_ms
    assert [game.strict for game in games] == [False, False, True, False, False]
    assert [game.lead for game in games] == [1, 1, 1, 0, 1]
    assert [game.ranking for game in games] == ["colour-over-run"] * 4 + ["run-over-colour"]
