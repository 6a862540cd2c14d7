"""Trains MaskablePPO on Flip City alone, and compares it with `published`, which wins none of a thousand games.

    make test-examples                                     # makes .venv-examples and runs this with few steps
    .venv-examples/bin/python examples/maskable_ppo_solo.py   # a few minutes on a CPU

The games run in one compiled batch (`verso.rl.batch`), here dressed as a vector environment of Stable-Baselines3. Alone
one wins with eight points in one turn, which random play never reaches; so every point by which a turn is better than
all turns before it is rewarded a little on the way.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env.base_vec_env import VecEnv

import verso
from verso import bots
from verso.rl import batch

PER_POINT = 0.1
WIN = 2.0


class SoloGames(VecEnv):
    """Many games of Flip City alone, as Stable-Baselines3 wants them; finished games begin anew at once."""

    def __init__(self, games: int, seed: int) -> None:
        self.batch = batch.make("flip-city", games, 1, ruleset="solo", seed=seed, dtype="float32")
        self.best = np.zeros(games, np.float32)
        self.length = np.zeros(games, np.int64)
        layout = self.batch.layout
        super().__init__(games, spaces.Box(0, 1, (layout.size,), np.float32), spaces.Discrete(layout.actions))

    def reset(self) -> Any:
        self.best[:] = 0
        return self.batch.reset().observation.copy()

    def step_async(self, actions: Any) -> None:
        self.actions = actions

    def step_wait(self) -> Any:
        after = self.batch.step(self.actions)
        points = self.batch.layout.part(self.batch.rows, "points").astype(np.float32)
        ended = after.terminated | after.truncated
        won = after.rewards[:, 0] > 0
        better = np.where(ended, 0, np.maximum(0, np.minimum(8, points) - self.best))
        rewards = PER_POINT * better + won * WIN
        self.best = np.where(ended, 0, np.maximum(self.best, points)).astype(np.float32)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        final = self.batch.final_observation if ended.any() else None  # `after` shows the beginning of the next game
        for index in np.flatnonzero(ended):
            assert final is not None
            infos[index] = {"terminal_observation": final[index].copy(), "won": bool(won[index])}
            infos[index]["TimeLimit.truncated"] = bool(after.truncated[index])
        return after.observation.copy(), rewards.astype(np.float32), ended.copy(), infos

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        assert method_name == "action_masks"
        return list(self.batch.mask)

    def has_attr(self, attr_name: str) -> bool:
        return attr_name == "action_masks"

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [None] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise NotImplementedError

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False] * self.num_envs

    def close(self) -> None:
        """There is nothing to close."""


class Progress(BaseCallback):
    """Prints how often the last games were won, while training."""

    def __init__(self) -> None:
        super().__init__()
        self.won: list[bool] = []

    def _on_step(self) -> bool:
        self.won += [info["won"] for info in self.locals["infos"] if "won" in info]
        return True

    def _on_rollout_end(self) -> None:
        last = self.won[-500:]
        print(
            f"{self.num_timesteps:9,} steps: {np.mean(last or [0]):6.1%} of the last {len(last)} games won", flush=True
        )


def wins_of_model(model: Any, games: int, seed: int) -> float:
    """Return the share of fresh games that the model wins, always taking its most likely action."""
    env = batch.make(
        "flip-city", games, 1, ruleset="solo", seed=f"evaluation {seed}", dtype="float32", auto_reset=False
    )
    won, seen = np.zeros(games, bool), env.reset()
    while (seen.to_act != verso.OVER).any():
        masks = seen.mask | (seen.to_act == verso.OVER)[:, None]
        actions, _ = model.predict(seen.observation, action_masks=masks, deterministic=True)
        after = env.step(actions)
        won |= after.rewards[:, 0] > 0
        seen = batch.Seen(*after[:3])
    return float(won.mean())


def wins_of_bot(name: str, games: int, seed: int) -> float:
    """Return the share of games that one of our bots wins."""
    game, won = verso.game("flip-city"), 0
    for number in range(games):
        bot, position, rng = bots.make(name, game), game.new(1, "solo"), verso.Rng(f"evaluation {seed}", number)
        while position.to_act != verso.OVER:
            position.settle(rng)
            if position.to_act != verso.OVER:
                position.push(bot.choose(position.view(0), bots.Budget()).action)
        outcome = position.outcome()
        won += outcome is not None and outcome.winners == (0,)
    return won / games


def main(arguments: Sequence[str] | None = None) -> tuple[float, float]:
    parser = argparse.ArgumentParser(description="Train MaskablePPO on Flip City alone.")
    parser.add_argument("--steps", type=int, default=800_000)
    parser.add_argument("--games", type=int, default=64, help="games played at once")
    parser.add_argument("--evaluate", type=int, default=500, help="games to compare by")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    torch.set_num_threads(1)
    model = MaskablePPO(
        "MlpPolicy",
        SoloGames(chosen.games, chosen.seed),
        n_steps=128,
        batch_size=1024,
        n_epochs=4,
        learning_rate=1e-3,
        gamma=0.995,
        gae_lambda=0.95,
        ent_coef=0.01,
        policy_kwargs={"net_arch": [128, 128]},
        seed=chosen.seed,
        device="cpu",
    )
    began = time.perf_counter()
    model.learn(chosen.steps, callback=Progress())
    minutes = (time.perf_counter() - began) / 60
    learned = wins_of_model(model, chosen.evaluate, chosen.seed)
    published = wins_of_bot("published", min(chosen.evaluate, 200), chosen.seed)
    print(f"MaskablePPO after {chosen.steps:,} steps, {minutes:.1f} minutes: {learned:.1%} of {chosen.evaluate} games")
    print(f"published: {published:.1%}")
    return learned, published


if __name__ == "__main__":
    main()
