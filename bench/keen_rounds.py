"""Games in which the weights of the keener player of Phase 10 Flip are tried: kernel source (`tune_keen.py`)."""

from __future__ import annotations

from verso.core.contracts.policy import Floats, Net, keen_policy, policy
from verso.core.contracts.rules import S, T, actor, apply, draw, returns
from verso.core.spec import CHANCE, OVER

LIGHT = -1


def keen_rounds(
    states: list[S],
    t: T,
    nets: list[Net],
    light_net: Net,
    who: list[list[int]],
    work: Floats,
    spare: S,
    streams: list[list[int]],
    actions: list[int],
    weights: list[int],
    most: int,
    out: list[list[float]],
) -> None:
    """Play each game to its end, seat k of game i with nets[who[i][k]] or as the light player; write its returns."""
    for i in range(len(states)):
        s = states[i]
        plies = 0
        while actor(s) != OVER and plies < most:
            seat = actor(s)
            if seat == CHANCE:
                action = draw(s, t, streams[i], actions, weights)
            elif who[i][seat] == LIGHT:
                action = policy(s, t, light_net, work, streams[i], actions)
            else:
                action = keen_policy(s, t, nets[who[i][seat]], work, spare, streams[i], actions)
            apply(s, t, action)
            plies += 1
        if actor(s) == OVER:
            returns(s, t, out[i])
