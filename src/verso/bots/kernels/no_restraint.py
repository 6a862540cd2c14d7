"""What stands in for the part `restraint` of a game that has none. Kernel source, on top of a policy."""

from __future__ import annotations

from verso.core.contracts.policy import Floats, Net, priors
from verso.core.contracts.rules import S, T, legal


def habits(s: S, t: T, action: int) -> int:
    return 0


def instead(
    s: S, t: T, net: Net, work: Floats, actions: list[int], count: int, every: list[int], likely: Floats
) -> int:
    """Return the first of the allowed actions of which nothing is likelier."""
    legally = legal(s, t, every)
    priors(s, t, net, work, every, legally, likely)
    best = -1.0
    found = actions[0]
    place = 0
    for i in range(legally):
        if place < count and every[i] == actions[place]:
            place += 1
            if likely[i] > best:
                best = likely[i]
                found = every[i]
    return found
