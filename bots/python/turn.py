"""A turn as a search makes it: a play, all claims, and the usual draw."""

from arbiter.rules.state import FROM_CLAN, FROM_TACTICS, State


def advance(state: State, play: int) -> None:
    """Make a play with every claim that can be granted, refill the hand, and pass the turn."""
    state.play(play)
    if state.owed:
        state.give_back(least_wanted(state))
    if not state.rules.expert and claim_all(state):
        return
    hand = state.hands[state.seat]
    state.end_turn(FROM_TACTICS if state.rules.tactics and max(hand, default=63) < 54 else FROM_CLAN)
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
