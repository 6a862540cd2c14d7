"""In the place of a game's `ends`, where it has none: how a game ended is asked from its state afterwards."""

from __future__ import annotations

from verso.core.contracts.rules import S, T


def ended(s: S, t: T, out: list[int]) -> None:
    return
