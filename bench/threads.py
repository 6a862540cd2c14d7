"""What two threads of a batch do, beside one: on the machine as it is, and while another program keeps a core busy.

    python bench/threads.py

Rounds of one and of two threads take turns, and each pair is compared; the middle of the ratios counts, since a busy
machine spoils single rounds. Seconds are those of the clock.
"""

from __future__ import annotations

import multiprocessing
import statistics
import time
from collections.abc import Iterator
from contextlib import contextmanager

import verso
from verso.rl import batch

GAMES = 4096
ROUNDS = 15
SECONDS = 0.4


def spin() -> None:
    while True:
        pass


@contextmanager
def busy(programs: int) -> Iterator[None]:
    """Keep so many cores busy."""
    running = [multiprocessing.get_context("spawn").Process(target=spin, daemon=True) for _ in range(programs)]
    for each in running:
        each.start()
    try:
        yield
    finally:
        for each in running:
            each.kill()
            each.join()


def steps(env: batch.Batch) -> float:
    """Return the steps a second of a moment."""
    done, began = 0, time.perf_counter()
    while (spent := time.perf_counter() - began) < SECONDS:
        env.step(env.sample())
        done += len(env)
    return done / spent


def ratio(game: str) -> float:
    """Return what two threads do for each step of one."""
    one, two = (batch.make(game, GAMES, 2, seed=1, threads=threads) for threads in (1, 2))
    for env in (one, two):
        steps(env)
    return statistics.median(steps(two) / steps(one) for _ in range(ROUNDS))


def figures() -> dict[str, dict[str, float]]:
    """Return for each game the ratio on the machine as it is, and with one core kept busy."""
    found = {}
    for game in verso.games():
        as_it_is = ratio(game)
        with busy(1):
            found[game] = {"as it is": as_it_is, "one core busy": ratio(game)}
    return found


def main() -> None:
    for game, ratios in figures().items():
        print(game, *(f"{what}: {each:.2f}" for what, each in ratios.items()), sep="  ")


if __name__ == "__main__":
    main()
