"""The loop that PettingZoo's readers know, with four players of Phase 10 Flip: python examples/pettingzoo_loop.py"""

import argparse

import numpy as np

from verso.rl import zoo


def main(arguments=None):
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=5)
    parser.add_argument("--seats", type=int, default=4)
    chosen = parser.parse_args(arguments)
    env = zoo.env("phase-10-flip", seats=chosen.seats, options={"phases": 1})
    rng, totals, actions = np.random.default_rng(1), dict.fromkeys(env.possible_agents, 0.0), 0
    for number in range(chosen.games):
        env.reset(seed=number)
        for agent in env.agent_iter():
            seen, reward, terminated, truncated, _ = env.last()
            if terminated or truncated:
                totals[agent] += reward
                env.step(None)
            else:
                env.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
                actions += 1
    print(f"{chosen.games} games, {actions} actions; returns: {totals}")
    return totals


if __name__ == "__main__":
    main()
