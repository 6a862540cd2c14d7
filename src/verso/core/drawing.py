"""The general way to settle chance, for games whose rules supply no shorter one. Loaded by `kernel.py`."""

from __future__ import annotations

from verso.core.contracts.rules import S, T, chance
from verso.core.rng import below


def draw(s: S, t: T, stream: list[int], actions: list[int], weights: list[int]) -> int:
    """Return a random outcome by its odds, from the list of all of them."""
    count = chance(s, t, actions, weights)
    total = 0
    for i in range(count):
        total += weights[i]
    left = below(stream, total)
    chosen = 0
    while left >= weights[chosen]:
        left -= weights[chosen]
        chosen += 1
    return actions[chosen]
