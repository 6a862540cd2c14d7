"""Loops over a game's rules that run whole games without coming back: random play and counting.

Loaded once for each game and way of running, like a `rules.py`; `drive.py` is the friendly side.
"""

from __future__ import annotations

from verso.core.contracts.rules import S, T, actor, apply, assign, chance, draw, legal, returns
from verso.core.rng import below
from verso.core.spec import CHANCE, OVER


def random_action(s: S, t: T, stream: list[int], actions: list[int], weights: list[int]) -> int:
    """Return a random action: by its odds where chance acts, otherwise uniformly from the legal ones."""
    if actor(s) == CHANCE:
        return draw(s, t, stream, actions, weights)
    return actions[below(stream, legal(s, t, actions))]


def rollout(s: S, t: T, stream: list[int], actions: list[int], weights: list[int], most: int) -> int:
    """Play random actions to the end of the game, or `most` of them; return how many were played."""
    steps = 0
    while steps < most and actor(s) != OVER:
        apply(s, t, random_action(s, t, stream, actions, weights))
        steps += 1
    return steps


def rollouts(
    states: list[S],
    t: T,
    streams: list[list[int]],
    actions: list[int],
    weights: list[int],
    most: int,
    steps: list[int],
) -> int:
    """Do `rollout` for each of many states, each with its own stream; return the sum of the steps."""
    total = 0
    for i in range(len(states)):
        steps[i] = rollout(states[i], t, streams[i], actions, weights, most)
        total += steps[i]
    return total


def replay(s: S, t: T, actions: list[int], count: int) -> None:
    """Apply recorded actions."""
    for i in range(count):
        apply(s, t, actions[i])


def perft(stack: list[S], t: T, level: int, depth: int, actions: list[list[int]], weights: list[int]) -> int:
    """Count the action sequences of exactly `depth` from stack[level], or shorter ones that end the game."""
    if depth == 0 or actor(stack[level]) == OVER:
        return 1
    if actor(stack[level]) == CHANCE:
        count = chance(stack[level], t, actions[level], weights)
    else:
        count = legal(stack[level], t, actions[level])
    if depth == 1:
        return count
    total = 0
    for i in range(count):
        assign(stack[level + 1], stack[level])
        apply(stack[level + 1], t, actions[level][i])
        total += perft(stack, t, level + 1, depth - 1, actions, weights)
    return total


def all_returns(states: list[S], t: T, out: list[list[float]]) -> None:
    """Write the returns of many finished games."""
    for i in range(len(states)):
        returns(states[i], t, out[i])
