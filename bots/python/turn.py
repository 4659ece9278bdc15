"""A turn as a search makes it: a play, all claims, and a draw."""

from arbiter.rules.state import State


def advance(state: State, play: int) -> None:
    """Make a play with every claim that can be granted, refill the hand with clan cards, and pass the turn."""
    state.play(play)
    if state.owed:
        state.give_back(least_wanted(state))
    if not state.rules.expert and claim_all(state):
        return
    state.end_turn()
    if state.rules.expert and state.ending is None:
        claim_all(state)


def claim_all(state: State) -> bool:
    """Make every claim that can be granted, and tell whether that ended the game."""
    for stone in state.grantable():
        state.claim(stone)
        if state.ending is not None:
            return True
    return False


def least_wanted(state: State) -> list[int]:
    """Return the cards that a recruiter gives back: low clan cards, but tactics cards before the last three of them."""
    cards = sorted(state.returnable(state.seat))
    clan = [card for card in cards if card < 54]
    spare = max(0, len(clan) - 3)
    return (clan[:spare] + [card for card in cards if card > 53] + clan[spare:])[: state.owed]
