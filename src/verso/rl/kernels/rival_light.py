"""A rival that plays the light policy of its game, from what its seat may know and nothing else."""

from __future__ import annotations

from verso.core.contracts.policy import policy
from verso.core.contracts.rules import S, T, actor, redact
from verso.rl.kernels.contract import Room


def rival(s: S, t: T, stream: list[int], room: Room) -> int:
    redact(s, t, actor(s), room.seen[0])
    return policy(room.seen[0], t, room.net, room.work, stream, room.actions)
