"""A rival that does anything legal."""

from __future__ import annotations

from verso.core.contracts.rules import S, T, legal
from verso.core.rng import below
from verso.rl.kernels.contract import Room


def rival(s: S, t: T, stream: list[int], room: Room) -> int:
    return room.actions[below(stream, legal(s, t, room.actions))]  # type: ignore[no-any-return]
