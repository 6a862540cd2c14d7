"""Drives many games at once through the compiled rules, on as many threads as asked for.

Games are elements of one array; each has a random stream of its own, so the result depends on the seed alone and not
on how many threads shared the work.
"""

from __future__ import annotations

import functools
import itertools
from typing import Any

import numpy as np
from numpy.typing import NDArray

from verso.core import kernel
from verso.core.game import Position, Setup
from verso.core.rng import seeded
from verso.core.threads import Threads


class Batch:
    """Games of one setup, played together."""

    def __init__(self, start: Position | Setup, games: int, seed: int | str, *, check_bounds: bool = False) -> None:
        position = start if isinstance(start, Position) else Position.start(start)
        self.setup = position.setup
        self.engine = self.setup.game.compiled(check_bounds=check_bounds)
        self.states: Any = kernel.to_array(position.state, self.setup.seats, games)
        self.streams = np.array([[seeded(seed, index)] for index in range(games)], dtype=np.int64)
        self.steps = np.zeros(games, dtype=np.int64)

    def __len__(self) -> int:
        return len(self.states)

    def play_randomly(self, threads: int = 1, most: int | None = None) -> int:
        """Play all games to their end (or `most` more actions each) with random actions; return all steps."""
        limit = self.setup.game.max_plies if most is None else most
        return self._on_threads(self.engine.rollouts, threads, limit)

    def _on_threads(self, loop: Any, threads: int, limit: int) -> int:
        shared = Threads(threads)
        bounds = np.linspace(0, len(self), shared.count + 1).astype(int)
        parts = [slice(first, last) for first, last in itertools.pairwise(bounds) if first < last]

        def work(part: slice) -> int:
            size = self.setup.game.action_count + 1
            buffers = np.zeros(size, dtype=np.int64), np.zeros(size, dtype=np.int64)
            arguments = (
                self.states[part],
                self.setup.array,
                self.streams[part],
                *buffers,
                limit,
                self.steps[part],
            )
            return int(loop(*arguments))

        return sum(shared.run([functools.partial(work, part) for part in parts]))

    def position(self, index: int) -> Position:
        """Return one of the games as a position (without its history)."""
        state = kernel.from_array(self.states[index], self.setup.game.state_class)
        return Position(self.setup, state)

    def returns(self) -> NDArray[np.float64]:
        """Return what each game was worth to each seat."""
        worth = np.zeros((len(self), self.setup.seats))
        self.engine.all_returns(self.states, self.setup.array, worth)
        return worth


def perft(position: Position, depth: int, *, compiled: bool = True) -> int:
    """Count the sequences of `depth` actions (chance included) from a position; ended games count once."""
    setup, size = position.setup, position.game.action_count + 1
    if compiled:
        stack: Any = kernel.to_array(position.state, setup.seats, depth + 1)
        actions: Any = np.zeros((depth + 1, size), dtype=np.int64)
        weights: Any = np.zeros(size, dtype=np.int64)
        return int(setup.game.compiled().perft(stack, setup.array, 0, depth, actions, weights))
    stack = [position.state.copy() for _ in range(depth + 1)]
    actions = [[0] * size for _ in range(depth + 1)]
    return int(setup.rules.perft(stack, setup.tables, 0, depth, actions, [0] * size))


def divide(position: Position, depth: int, *, compiled: bool = True) -> dict[str, int]:
    """Return the perft count below each action, by its text."""
    counts = {}
    for action in position.legal:
        after = position.copy()
        after.push(action)
        counts[position.text(action)] = perft(after, depth - 1, compiled=compiled)
    return counts
