"""Our environments for learning, timed for `bench/run.py`. What counts as a step is one decision of a seat.

Chance is settled inside a step, as RLCard, pgx and PettingZoo do it; only OpenSpiel, and so our games for it, have
chance as a player whose actions count.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import gymnasium

import peers
import verso.rl.gym
import verso.rl.spiel
from verso.rl import batch

IDS = {"flip-city": "verso/FlipCity-v0", "phase-10-flip": "verso/Phase10Flip-v0"}
SPIEL = {game: name for name, game in verso.rl.spiel.NAMES.items()}
SIZES = (256, 512, 1024, 4096)
SIMILAR = {"flip-city": "openspiel-own", "phase-10-flip": "openspiel-own-python_team_dominoes"}
"""Of OpenSpiel's games in Python: the fastest of all, and where every player has a hand, the largest that has hands."""
PGX = "pgx-auto_reset-sparrow_mahjong"
PGX_WHOLE = "pgx-whole-sparrow_mahjong"
"""The closest that pgx has: hidden hands, a wall to draw from, a discard each turn, sets and runs to collect. Its other
card games (Kuhn and Leduc poker) are a few decisions long and have observations of a few numbers. With auto_reset it
does what our batches do: every game of the batch goes on at every step. Whole games in lock-step are faster, where
those that ended may stand idle until all have."""


def for_seconds(seconds: float, play: Callable[[], float], clock: Callable[[], float] = time.process_time) -> float:
    """Return the steps a second of something that plays for a moment and says how many steps it took.

    Seconds are the processor's, which other programs take nothing of; with several threads they are those of the clock.
    """
    steps, began = 0.0, clock()
    while (spent := clock() - began) < seconds:
        steps += play()
    return steps / spent


def batched_steps(game: str, seconds: float, threads: int = 1) -> float:
    """Random decisions a second with observations and masks, at the best of the batch sizes, which are for a thread."""
    found = []
    for size in (threads * each for each in SIZES):
        env = batch.make(game, size, 2, seed=1, threads=threads)

        def play(env: batch.Batch = env, size: int = size) -> int:
            env.step(env.sample())
            return size

        for _ in range(200):  # past the deal: games are then in all stages
            play()
        clock = time.process_time if threads == 1 else time.perf_counter
        found.append(for_seconds(seconds / len(SIZES), play, clock))
    return max(found)


def gymnasium_steps(game: str, seconds: float) -> float:
    """Random decisions a second of the Gymnasium environment against a random bot, resets timed but not counted."""
    env = gymnasium.make(IDS[game]).unwrapped
    rnd, seen = random.Random(5).random, [env.reset(seed=1)[0]]

    def play() -> int:
        for _ in range(100):
            legal = seen[0]["action_mask"].view(bool).nonzero()[0]
            seen[0], _, terminated, truncated, _ = env.step(legal[int(rnd() * len(legal))])
            if terminated or truncated:
                seen[0] = env.reset()[0]
        return 100

    return for_seconds(seconds, play)


def openspiel_steps(game: str, seconds: float) -> float:
    """Actions a second, chance included, of our game for OpenSpiel, in the very loop that its own are timed in."""
    play, _ = peers.openspiel_python(SPIEL[game])
    return for_seconds(seconds, play)
