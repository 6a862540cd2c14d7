"""Loops of whole games between policies, and what is seen in them: kernel source for training and measuring.

Loaded on top of a game's rules and policy, like `search.py`.
"""

from __future__ import annotations

from verso.core.contracts.policy import Floats, Net, clock, policy
from verso.core.contracts.rules import S, T, actor, apply, assign, draw, legal, returns
from verso.core.rng import below
from verso.core.spec import CHANCE, OVER


def playout(
    s: S, t: T, net: Net, work: Floats, stream: list[int], actions: list[int], weights: list[int], until: int
) -> int:
    """Play with the light policy until the clock shows `until` or the game is over; return the steps."""
    steps = 0
    while actor(s) != OVER and clock(s) < until:
        if actor(s) == CHANCE:
            action = draw(s, t, stream, actions, weights)
        else:
            action = policy(s, t, net, work, stream, actions)
        apply(s, t, action)
        steps += 1
    return steps


def playouts(
    states: list[S],
    t: T,
    net: Net,
    work: Floats,
    streams: list[list[int]],
    actions: list[int],
    weights: list[int],
    until: int,
) -> int:
    """Do `playout` for each of many states; return the sum of the steps."""
    total = 0
    for i in range(len(states)):
        total += playout(states[i], t, net, work, streams[i], actions, weights, until)
    return total


def contests(
    states: list[S],
    t: T,
    nets: list[Net],
    who: list[list[int]],
    work: Floats,
    streams: list[list[int]],
    actions: list[int],
    weights: list[int],
    out: list[list[float]],
) -> None:
    """Play each game to its end, seat k of game i with nets[who[i][k]], and write its returns."""
    for i in range(len(states)):
        s = states[i]
        while actor(s) != OVER:
            if actor(s) == CHANCE:
                action = draw(s, t, streams[i], actions, weights)
            else:
                action = policy(s, t, nets[who[i][actor(s)]], work, streams[i], actions)
            apply(s, t, action)
        returns(s, t, out[i])


def observed_contests(
    states: list[S],
    t: T,
    nets: list[Net],
    who: list[list[int]],
    work: Floats,
    streams: list[list[int]],
    actions: list[int],
    weights: list[int],
    out: list[list[float]],
    seen: list[S],
    game_of: list[int],
) -> int:
    """Do as `contests`, and keep every position in which the clock moved on; return how many were kept."""
    count = 0
    for i in range(len(states)):
        s = states[i]
        before = clock(s)
        while actor(s) != OVER:
            if clock(s) != before and count < len(seen):
                assign(seen[count], s)
                game_of[count] = i
                count += 1
                before = clock(s)
            if actor(s) == CHANCE:
                action = draw(s, t, streams[i], actions, weights)
            else:
                action = policy(s, t, nets[who[i][actor(s)]], work, streams[i], actions)
            apply(s, t, action)
        returns(s, t, out[i])
    return count


def decisions_met(
    states: list[S],
    t: T,
    net: Net,
    work: Floats,
    streams: list[list[int]],
    actions: list[int],
    weights: list[int],
    every: int,
    daring: int,
    kept: list[S],
) -> int:
    """Play each game to its end and keep one of `every` positions in which there is a choice; return how many.

    `daring` times out of 1000 any legal action is done, so that positions are met that the policy would avoid.
    """
    found = 0
    for i in range(len(states)):
        s = states[i]
        while actor(s) != OVER:
            if actor(s) == CHANCE:
                apply(s, t, draw(s, t, streams[i], actions, weights))
                continue
            count = legal(s, t, actions)
            if count > 1 and found < len(kept) and below(streams[i], every) == 0:
                assign(kept[found], s)
                found += 1
            if below(streams[i], 1000) < daring:
                apply(s, t, actions[below(streams[i], count)])
            else:
                apply(s, t, policy(s, t, net, work, streams[i], actions))
    return found
