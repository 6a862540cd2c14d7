"""What stands in for the part `tally` of a game that has none: nothing is counted. Kernel source."""

from __future__ import annotations

from verso.core.contracts.rules import S, T


def tally(s: S, t: T, seat: int, action: int, out: list[int]) -> None:
    pass
