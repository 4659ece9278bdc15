"""Random: makes any legal play, all with the same chance, and claims whatever it can."""

from __future__ import annotations

from protocol.client import Reply, View, run


def decide(view: View) -> Reply:
    """Return a legal play drawn from the game's own generator."""
    play = view.game.random.choice(view.legal_plays())
    has_choice = view.game.is_tactics and play != "pass" and not play.startswith("recruiter")
    return Reply(play, draw=view.game.random.choice(("clan", "tactics")) if has_choice else "")


def give(view: View) -> list[str]:
    """Return any of the cards that a recruiter may take back."""
    return view.game.random.sample(view.returnable(), view.give)


if __name__ == "__main__":
    run(decide, give, name="Random", author="reiver", version="1")
