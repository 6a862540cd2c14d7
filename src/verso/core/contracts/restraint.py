"""`restraint`, optional: what players may leave alone besides single actions, for loops that play very many games.

A part for the lab, where somebody asks what becomes of a game in which nobody does a thing. Kernels, like the rules.
"""

from __future__ import annotations

from verso.core.contracts.policy import Floats, Net
from verso.core.contracts.rules import S, T


def habits(s: S, t: T, action: int) -> int:
    """Return which habits a legal action of the seat to act belongs to, as bits (`Habit.bits`); 0 for none."""
    raise NotImplementedError


def instead(
    s: S, t: T, net: Net, work: Floats, actions: list[int], count: int, every: list[int], likely: Floats
) -> int:
    """Return what the light policy does when it may only take some of the legal actions: two or more, which rise.

    `every` has room for all legal actions, `likely` for how likely each of them is.
    """
    raise NotImplementedError
