"""What the rules cost: microseconds a play of a random playout, and of a deep copy. Run it with `python`."""

import random
import statistics
import time

from arbiter.rules.cards import CLAN_CARDS, TACTICS_CARDS
from arbiter.rules.state import State
from arbiter.rules.variants import VARIANTS, rules_of

GAMES = 2000


def play_out(state: State, random_below: object) -> int:
    """Play random legal plays with every grantable claim made; return the number of plays."""
    rnd = random.random
    expert = state.rules.expert
    while state.ending is None:
        if expert:
            for stone in state.grantable():
                state.claim(stone)
                if state.ending:
                    return state.turn
        plays = state.legal_plays()
        state.play(plays[int(rnd() * len(plays))])
        if state.owed:
            state.give_back(state.returnable(state.seat)[: state.owed])
        if not expert:
            for stone in state.grantable():
                state.claim(stone)
                if state.ending:
                    return state.turn
        state.end_turn(state.turn >> 1 & 1)
    return state.turn


def main() -> None:
    for variant in VARIANTS:
        rules = rules_of(variant)
        costs = []
        for _ in range(5):
            states = []
            for _ in range(GAMES):
                clan, tactics = list(CLAN_CARDS), list(TACTICS_CARDS) if rules.tactics else []
                random.shuffle(clan)
                random.shuffle(tactics)
                states.append(State.deal(rules, clan, tactics))
            start = time.perf_counter_ns()
            plays = sum(play_out(state, None) for state in states)
            costs.append((time.perf_counter_ns() - start) / plays / 1000)
        print(f"{variant:16} {statistics.median(costs):6.2f} us a play, {plays / GAMES:.1f} plays a game, all {[round(c,2) for c in costs]}")
    state = states[0]
    start = time.perf_counter_ns()
    for _ in range(100000):
        state.copy()
    print(f"copy {(time.perf_counter_ns() - start) / 1e8:.2f} us")


if __name__ == "__main__":
    main()
