"""Observations of many states at once."""

from __future__ import annotations

from verso.core.contract import S, T
from verso.rl.kernels.contract import Row, Where, observe


def observe_many(states: list[S], t: T, seats: list[int], kind: int, where: Where, out: list[Row]) -> None:
    """Write an observation of each state for a seat of its own."""
    for i in range(len(states)):
        observe(states[i], t, seats[i], kind, where, out[i])
