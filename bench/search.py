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
from collections.abc import Sequence
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
TOGETHER = 64


def playouts_per_second(game: str, threads: int, seconds: float) -> float:
    """Whole games of the light policy from the start position to the end, on so many threads."""
    setup = verso.game(game).setup(2)
    policy = light(setup.game)
    engine = kernel.compiled(*policy.modules(setup.game, "verso.bots.kernels.contests"))
    net, start, size = policy.player.network_of(setup), Position.start(setup).state, setup.game.action_count + 1

    clock = time.thread_time if threads == 1 else time.perf_counter

    def play(name: str) -> None:
        states = kernel.to_array(start, 2, TOGETHER)
        streams = np.array([[seeded(name, i)] for i in range(TOGETHER)], dtype=np.int64)
        buffers = np.zeros(size, np.int64), np.zeros(size, np.int64)
        engine.playouts(states, setup.array, net, np.zeros(policy.player.ROOM), streams, *buffers, FOREVER)

    def work(number: int) -> tuple[int, float]:
        played, began = 0, clock()
        while clock() - began < seconds:
            play(f"bench/{number}/{played}")
            played += TOGETHER
        return played, clock() - began

    play("bench")  # compiles it, or loads it
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


def iterations_per_second(game: str, threads: int, seconds: float, *, by_the_wall: bool = False) -> float:
    view = middle_view(game)
    bot = Search(view.game, 1, Settings(threads=threads, stop_early=False, reuse=False))
    bot.search(view, bots.Budget(iterations=64))
    clock = time.process_time if threads == 1 and not by_the_wall else time.perf_counter
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


PEERS = ("gin_rummy", "hearts")
Figure = tuple[str, float, float | None, str, bool]
"""What, ours, theirs, the goal, and whether it is reached: a line of bench/run.py."""


def measure(games: Sequence[str], rounds: int, seconds: float) -> dict[str, float]:
    """Let our loops and theirs take turns; return the best of each."""
    found: dict[str, float] = {}

    def keep(what: str, value: float | None) -> None:
        if value is not None:
            found[what] = max(value, found.get(what, 0.0))

    for number in range(rounds):
        print(f"bench: search, round {number + 1} of {rounds}", file=sys.stderr)
        for game in games:
            keep(f"{game} playouts", playouts_per_second(game, 1, seconds))
            keep(f"{game} iterations", iterations_per_second(game, 1, seconds))
            keep(f"{game} one thread", iterations_per_second(game, 1, seconds, by_the_wall=True))
            keep(f"{game} two threads", iterations_per_second(game, 2, seconds))
        for other in PEERS:
            keep(other, peer(other, seconds))
    return found


def figures(games: Sequence[str], rounds: int, seconds: float) -> list[Figure]:
    """Return the figures of the search with their goals. Theirs are left out where the peer is not installed."""
    found, lines = measure(games, rounds, seconds), []
    for game in games:
        playouts, iterations = found[f"{game} playouts"], found[f"{game} iterations"]
        ratio = found[f"{game} two threads"] / found[f"{game} one thread"]
        goal, reached = (">= 15,000", playouts >= 15_000) if game == "flip-city" else ("reported", True)
        for other in PEERS:
            what = f"{game}: whole playouts/s, OpenSpiel ISMCTS on {other}"
            lines.append((what, playouts, found.get(other), goal, reached))
        for other in PEERS:
            what = f"{game}: search iterations/s, the same on {other}"
            lines.append((what, iterations, found.get(other), "reported", True))
        lines.append((f"{game}: search on two threads, times one", ratio, None, ">= 1.6x", ratio >= 1.6))
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--game", action="append", choices=verso.games())
    options = parser.parse_args()
    for what, ours, theirs, goal, reached in figures(options.game or verso.games(), options.rounds, options.seconds):
        ratio = f"{ours / theirs:10.1f}x of {theirs:,.0f}" if theirs else ""
        print(f"{what:<70}{ours:14,.2f}  {goal:<10} {'reached' if reached else 'NOT REACHED'}{ratio}")


if __name__ == "__main__":
    main()
