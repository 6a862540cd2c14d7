"""A kernel for the benchmark: asks many times whether a hand can lay a phase. Loaded by `kernel.compiled`."""

from __future__ import annotations

from verso.games.phase10_flip.solver import can_lay


def ask_often(rows: list[int], groups: list[int], times: int) -> int:
    """Ask the same question many times, so that one answer can be timed; return how often the answer was yes."""
    hand = (rows[0], rows[1], rows[2], rows[3])
    wanted = (groups[0], groups[1], groups[2], groups[3])
    yes = 0
    for i in range(times):
        # The order of the rows changes nothing but keeps a compiler from asking once for all.
        if can_lay(hand if i & 1 else (hand[3], hand[2], hand[1], hand[0]), wanted, 0):
            yes += 1
    return yes
