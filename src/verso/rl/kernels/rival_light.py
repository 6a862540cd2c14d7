"""A rival that plays the light policy of its game, from what its seat may know and nothing else."""

from __future__ import annotations

from typing import Any

from verso.bots.kernels.contract import policy
from verso.core.contract import S, T, actor, redact


def rival(
    s: S, t: T, net: Any, work: Any, seen: list[S], stream: list[int], actions: list[int], weights: list[int]
) -> int:
    redact(s, t, actor(s), seen[0])
    return policy(seen[0], t, net, work, stream, actions)
