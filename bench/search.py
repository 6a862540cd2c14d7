"""Measures the search: playouts of the light policy, iterations, threads, and OpenSpiel's ISMCTS bot beside it.

    python bench/search.py [--seconds 2] [--rounds 3]

Ours and theirs take turns on the same machine and the best round of each counts. One thread is timed by the
processor time it got, so that a busy machine does not matter much; two threads by the clock on the wall. OpenSpiel is
measured in .venv-bench (`bench/setup.sh` makes it) and left out where that is missing.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

import verso
from verso import bots
from verso.bots.ismcts import Search, Settings
from verso.bots.light import light
from verso.core import kernel
from verso.core.game import Position, View
from verso.core.rng import seeded

HERE = Path(__file__).parent
PEER_PYTHON = HERE.parent / ".venv-bench" / "bin" / "python"
FOREVER = 1 << 30


def playouts_per_second(game: str, threads: int, seconds: float) -> float:
    """Whole games of the light policy from the start position to the end, on so many threads."""
    setup = verso.game(game).setup(2)
    policy = light(setup.game)
    engine = kernel.compiled(*policy.modules(setup.game, "verso.bots.kernels.contests"))
    net, start, size = policy.network(setup), Position.start(setup).state, setup.game.action_count + 1

    clock = time.thread_time if threads == 1 else time.perf_counter

    def work(number: int) -> tuple[int, float]:
        played, began = 0, clock()
        while clock() - began < seconds:
            states = kernel.to_array(start, 2, 64)
            streams = np.array([[seeded(f"bench/{number}/{played}", i)] for i in range(64)], dtype=np.int64)
            buffers = np.zeros(size, np.int64), np.zeros(size, np.int64)
            engine.playouts(states, setup.array, net, np.zeros(policy.room), streams, *buffers, FOREVER)
            played += 64
        return played, clock() - began

    with ThreadPoolExecutor(threads) as pool:
        return sum(played / spent for played, spent in pool.map(work, range(threads)))


def middle_view(game: str) -> View:
    """A view from the middle of a game of light players, with a choice to make."""
    found, rng = verso.game(game), verso.Rng(5)
    position, player = found.new(2), bots.make("greedy", found)
    while True:
        position.settle(rng)
        view = position.view(position.to_act)
        if position.ply > 150 and len(view.legal) > 2:
            return view
        position.push(player.choose(view, bots.Budget()).action)


def iterations_per_second(game: str, threads: int, seconds: float) -> float:
    view = middle_view(game)
    bot = Search(view.game, 1, Settings(threads=threads, stop_early=False, reuse=False))
    bot.search(view, bots.Budget(iterations=64))
    clock = time.process_time if threads == 1 else time.perf_counter
    began = clock()
    bot.search(view, bots.Budget(seconds=seconds))
    return bot.iterations / (clock() - began)


def peer(game: str, seconds: float) -> float | None:
    if not PEER_PYTHON.exists():
        return None
    command = [str(PEER_PYTHON), str(HERE / "ismcts_peer.py"), game, "--seconds", str(seconds)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        print(f"{game}: {done.stderr.strip().splitlines()[-1] if done.stderr else 'no answer'}", file=sys.stderr)
        return None
    return float(json.loads(done.stdout)["simulations_per_second"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--game", action="append", choices=verso.games())
    options = parser.parse_args()
    found: dict[str, list[float]] = {}

    def keep(what: str, value: float | None) -> None:
        if value is not None:
            found.setdefault(what, []).append(value)

    for _ in range(options.rounds):
        for game in options.game or verso.games():
            keep(f"{game}: whole playouts/s of the light policy", playouts_per_second(game, 1, options.seconds))
            keep(f"{game}: the same on two threads, by the wall", playouts_per_second(game, 2, options.seconds))
            keep(f"{game}: search iterations/s", iterations_per_second(game, 1, options.seconds))
            keep(
                f"{game}: the same on two threads of the search, by the wall",
                iterations_per_second(game, 2, options.seconds),
            )
        for other in ("gin_rummy", "hearts"):
            keep(f"OpenSpiel ISMCTS simulations/s, {other}", peer(other, options.seconds))
    for what, values in found.items():
        print(f"{what:<70}{max(values):14,.2f}")


if __name__ == "__main__":
    main()
