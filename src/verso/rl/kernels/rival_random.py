"""A rival that does anything legal."""

from __future__ import annotations

from typing import Any

from verso.core.contract import S, T, legal
from verso.core.rng import below


def rival(
    s: S, t: T, net: Any, work: Any, seen: list[S], stream: list[int], actions: list[int], weights: list[int]
) -> int:
    return actions[below(stream, legal(s, t, actions))]
