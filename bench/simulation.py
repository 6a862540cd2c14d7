"""Games a second of one core: simulated, as datasets, and in the bare loop of playouts that nothing is counted in.

    python bench/simulation.py

The best of three rounds counts, in seconds of the processor. The last column says what of the bare loop's speed is left
where games are counted and seats see what they may know.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

import verso
from verso.bots.light import light
from verso.core import kernel
from verso.core.game import Position, Setup
from verso.core.rng import seeded
from verso.play.simulate import Plan, simulate
from verso.rl import dataset

GAMES = {"flip-city": 4000, "phase-10-flip": 500}


def per_second(games: int, play: Callable[[], object]) -> float:
    """Return how many games a second of the processor something plays that plays so many."""
    play()  # compiled, or read from where it is kept
    spent = []
    for _ in range(3):
        began = time.process_time()
        play()
        spent.append(time.process_time() - began)
    return games / min(spent)


def playouts(setup: Setup, games: int) -> None:
    """Play games with the light policy in the loop that training uses: it sees everything, and nothing is counted."""
    own = light(setup.game)
    engine = kernel.compiled(*own.modules(setup.game, "verso.bots.kernels.contests"))
    states = kernel.to_array(Position.start(setup).state, setup.seats, games)
    streams = np.array([[seeded("bench", number)] for number in range(games)], dtype=np.int64)
    buffers = (np.zeros(setup.game.action_count + 1, dtype=np.int64) for _ in range(2))
    net = np.ascontiguousarray(own.player.network_of(setup), dtype=np.float64)
    engine.playouts(states, setup.array, net, np.zeros(own.player.ROOM), streams, *buffers, 10_000)


KINDS = ("playouts", "sim", "move by move", "dataset")


def figures() -> dict[str, dict[str, float]]:
    """Return for each game how many a second of the processor are played in each way."""
    found = {}
    for game, games in GAMES.items():
        setup = verso.game(game).setup(2)
        plan, few = Plan.of(setup, ["greedy"], 1), games // 40
        data = dataset.Plan.of(setup, ["greedy"], 1, few, few)
        manifest = data.manifest()
        rates = (
            per_second(games, lambda setup=setup, games=games: playouts(setup, games)),
            per_second(games, lambda plan=plan, games=games: simulate(plan, games, compiled=True)),
            per_second(few, lambda plan=plan, few=few: simulate(plan, few, compiled=False)),
            per_second(few, lambda data=data, manifest=manifest: dataset.make_shard(data, 0, manifest)),
        )
        found[game] = dict(zip(KINDS, rates, strict=True))
    return found


def main() -> None:
    print(f"{'games a CPU second':<18}" + "".join(f"{kind:>14}" for kind in KINDS) + f"{'sim / playouts':>18}")
    for game, rates in figures().items():
        ratio = rates["sim"] / rates["playouts"]
        print(f"{game:<18}" + "".join(f"{rates[kind]:>14,.0f}" for kind in KINDS) + f"{ratio:>18.2f}")


if __name__ == "__main__":
    main()
