"""What the rules cost: microseconds of CPU a play of a random playout, and of a copy. Run it with `python`."""

import random
import time

from arbiter.rules.cards import CLAN_CARDS, TACTICS_CARDS
from arbiter.rules.state import State
from arbiter.rules.variants import VARIANTS, Rules, rules_of

ROUNDS = 7
GAMES = 700
COPIES = 20_000


def deal(rules: Rules, rng: random.Random) -> State:
    """Return a shuffled deal."""
    tactics = rng.sample(TACTICS_CARDS, 10) if rules.tactics else []
    return State.deal(rules, rng.sample(CLAN_CARDS, 54), tactics)


def play_out(state: State, rng: random.Random) -> int:
    """Play random legal plays with every grantable claim made; return the number of plays."""
    expert = state.rules.expert
    while state.ending is None:
        if expert and claims_win(state):
            break
        plays = state.legal_plays()
        state.play(plays[int(rng.random() * len(plays))])
        if state.owed:
            state.give_back(state.returnable(state.seat)[: state.owed])
        if not expert and claims_win(state):
            break
        state.end_turn(state.turn >> 1 & 1)
    return state.turn


def claims_win(state: State) -> bool:
    """Make every grantable claim, and tell whether that ended the game."""
    for stone in state.grantable():
        state.claim(stone)
        if state.ending:
            return True
    return False


def time_playouts(rules: Rules) -> tuple[float, float]:
    """Return the microseconds a play of the fastest round, and the plays a game."""
    costs, plays = [], 0
    for round_ in range(ROUNDS):
        rng = random.Random(round_)
        states = [deal(rules, rng) for _ in range(GAMES)]
        start = time.process_time_ns()
        plays = sum(play_out(state, rng) for state in states)
        costs.append((time.process_time_ns() - start) / plays / 1000)
    return min(costs), plays / GAMES


def time_copy(state: State) -> float:
    """Return the microseconds of a copy in the fastest round."""
    costs = []
    for _ in range(ROUNDS):
        start = time.process_time_ns()
        for _ in range(COPIES):
            state.copy()
        costs.append((time.process_time_ns() - start) / COPIES / 1000)
    return min(costs)


def main() -> None:
    """Print the costs."""
    for variant in VARIANTS:
        cost, length = time_playouts(rules_of(variant))
        print(f"{variant:16}{cost:6.2f} µs a play, {length:.1f} plays a game")
    print(f"{'copy':16}{time_copy(deal(rules_of('tactics'), random.Random(0))):6.2f} µs")


if __name__ == "__main__":
    main()
