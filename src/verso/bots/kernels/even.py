"""The policy of a game that brings none: any legal action, each as likely as the others, and no judgement.

Search on top of it learns from nothing but how games end: its playouts go on to the end of the game, or as far as
`search.py` lets any playout go.
"""

from __future__ import annotations

from verso.core.contracts.policy import Floats, Net
from verso.core.contracts.rules import S, T, legal
from verso.core.rng import below


def policy(s: S, t: T, net: Net, work: Floats, stream: list[int], actions: list[int]) -> int:
    return actions[below(stream, legal(s, t, actions))]


def priors(s: S, t: T, net: Net, work: Floats, actions: list[int], count: int, out: Floats) -> None:
    for i in range(count):
        out[i] = 1.0 / count


def evaluate(s: S, t: T, net: Net, work: Floats, out: Floats) -> None:
    """Expect of every seat what is true of all together: nothing won, nothing lost."""
    for seat in range(len(out)):
        out[seat] = 0.0


def clock(s: S) -> int:
    """Stand still: which turns or rounds a game has, only the game could say."""
    return 0
