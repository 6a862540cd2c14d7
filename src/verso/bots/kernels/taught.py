"""Games between light players of several minds, each seeing what its seat may see: kernel source for retraining.

Loaded on top of a game's rules and policy, like `contests.py`, whose players see everything.
"""

from __future__ import annotations

from verso.core.contracts.policy import Floats, Net, policy
from verso.core.contracts.rules import S, T, actor, apply, draw, redact, returns
from verso.core.spec import CHANCE, OVER


def fair_contests(
    states: list[S],
    t: T,
    nets: list[Net],
    who: list[list[int]],
    work: Floats,
    streams: list[list[int]],
    actions: list[int],
    weights: list[int],
    seen: list[S],
    most: int,
    out: list[list[float]],
) -> None:
    """Play each game to its end, or for so many actions, seat k of game i with nets[who[i][k]]; write its returns.

    `seen` is room for a view, and is empty in games that hide nothing.
    """
    for i in range(len(states)):
        s = states[i]
        plies = 0
        while actor(s) != OVER and plies < most:
            seat = actor(s)
            if seat == CHANCE:
                action = draw(s, t, streams[i], actions, weights)
            elif len(seen) > 0:
                redact(s, t, seat, seen[0])
                action = policy(seen[0], t, nets[who[i][seat]], work, streams[i], actions)
            else:
                action = policy(s, t, nets[who[i][seat]], work, streams[i], actions)
            apply(s, t, action)
            plies += 1
        if actor(s) == OVER:
            returns(s, t, out[i])
