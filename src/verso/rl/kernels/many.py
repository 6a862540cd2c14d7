"""Observations of many states at once."""

from __future__ import annotations

from verso.core.contract import S, T
from verso.rl.kernels.contract import Row, Where, observe


def observe_many(states: list[S], tables: list[T], seats: list[int], kind: int, where: Where, out: list[Row]) -> None:
    """Write an observation of each state for a seat of its own."""
    for i in range(len(states)):
        observe(states[i], tables[0], seats[i], kind, where, out[i])
