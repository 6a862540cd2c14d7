"""An agent of a few lines for Flip City, in Gymnasium, against one of our bots: python examples/custom_agent.py"""

import argparse

import gymnasium
import numpy as np

PLAY, STOP, SHUFFLE, DONE = 0, 1, 2, 3  # docs/environments.md lists all actions
CHURCH, PARK, FACTORY, STORE = 136, 28, 27, 25  # develop a Hospital; buy the others
WISHES = [CHURCH, PARK, FACTORY, STORE, DONE, PLAY, SHUFFLE]


def choose(layout, seen):
    """Play until the turn wins or one more unhappiness would be too much; build what helps most of what can be paid."""
    legal = set(np.flatnonzero(seen["action_mask"]))
    room, missing = (layout.part(seen["observation"], name) for name in ("room", "points_missing"))
    if STOP in legal and (room == 0 or missing == 0):
        return STOP
    wishes = [DONE] if missing == 0 else WISHES
    return next((action for action in wishes if action in legal), min(legal))


def main(arguments=None):
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--opponents", default="random")
    chosen = parser.parse_args(arguments)
    env = gymnasium.make("verso/FlipCity-v0", opponents=chosen.opponents)
    won = 0
    for number in range(chosen.games):
        seen, _ = env.reset(seed=number)
        ended = False
        while not ended:
            seen, reward, terminated, truncated, _ = env.step(choose(env.unwrapped.batch.layout, seen))
            ended = terminated or truncated
        won += reward > 0
    print(f"The custom agent won {won} of {chosen.games} games against {chosen.opponents}.")
    return won / chosen.games


if __name__ == "__main__":
    main()
