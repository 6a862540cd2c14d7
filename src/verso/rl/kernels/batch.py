"""Many games side by side: the loop of `verso.rl.batch`, from one decision of an agent to the next.

Chance and the seats of rivals are settled inside. Tables and the fresh state come as arrays of one: to hand a single
record over from Python takes longer than a step. Every game has a stream of its own, so nothing depends on how the
games were divided among threads.
"""

from __future__ import annotations

from typing import Any

from verso.core.contract import S, T, actor, apply, assign, draw, legal, returns
from verso.core.rng import below
from verso.core.spec import CHANCE, OVER
from verso.rl.kernels.contract import Row, Where, cut_off, observe, rival

COUNT = 0  # in a row of `allowed`: how many actions are
BITS = 1  # + action // 32: which
WORD = 5


def go_on(
    s: S,
    t: T,
    is_rival: list[int],
    net: Any,
    work: Any,
    seen: list[S],
    stream: list[int],
    actions: list[int],
    weights: list[int],
) -> None:
    """Let chance and rivals act until an agent is to act or the game is over."""
    while True:
        seat = actor(s)
        if seat == CHANCE:
            apply(s, t, draw(s, t, stream, actions, weights))
        elif seat != OVER and is_rival[seat] > 0:
            apply(s, t, rival(s, t, net, work, seen, stream, actions, weights))
        else:
            return


def write_mask(s: S, t: T, first: int, actions: list[int], mask: Row, allowed: list[int]) -> None:
    """Write the legal actions as a mask for agents; and as bits, after their number, to check the answers with."""
    for i in range(len(mask)):
        mask[i] = False
    for i in range(len(allowed)):
        allowed[i] = 0
    if actor(s) >= 0:
        count = legal(s, t, actions)
        allowed[COUNT] = count
        for i in range(count):
            action = actions[i] - first
            mask[action] = True
            allowed[BITS + (action >> WORD)] |= 1 << (action & 31)


def look(
    states: list[S],
    tables: list[T],
    first: int,
    kind: int,
    where: Where,
    actions: list[int],
    to_act: list[int],
    observations: list[Row],
    masks: list[Row],
    allowed: list[list[int]],
) -> None:
    """Write what the seat to act sees and may do; of a game that is over, what seat 0 sees."""
    t = tables[0]
    for i in range(len(states)):
        s = states[i]
        to_act[i] = actor(s)
        write_mask(s, t, first, actions, masks[i], allowed[i])
        observe(s, t, max(0, actor(s)), kind, where, observations[i])


def begin_games(
    states: list[S],
    tables: list[T],
    fresh: list[S],
    is_rival: list[int],
    net: Any,
    work: Any,
    seen: list[S],
    streams: list[list[int]],
    actions: list[int],
    weights: list[int],
) -> None:
    t = tables[0]
    for i in range(len(states)):
        assign(states[i], fresh[0])
        go_on(states[i], t, is_rival, net, work, seen, streams[i], actions, weights)


def find_illegal(taken: list[int], allowed: list[list[int]], size: int) -> int:
    """Return the first game whose action is not allowed, or -1; games that are over take any."""
    for i in range(len(taken)):
        action = taken[i]
        if allowed[i][COUNT] > 0:
            if action < 0 or action >= size:
                return i
            if allowed[i][BITS + (action >> WORD)] >> (action & 31) & 1 == 0:
                return i
    return -1


def step_games(
    states: list[S],
    tables: list[T],
    fresh: list[S],
    is_rival: list[int],
    net: Any,
    work: Any,
    seen: list[S],
    streams: list[list[int]],
    actions: list[int],
    weights: list[int],
    taken: list[int],
    first: int,
    begins_anew: bool,
    kind: int,
    where: Where,
    to_act: list[int],
    observations: list[Row],
    masks: list[Row],
    allowed: list[list[int]],
    rewards: list[list[float]],
    terminated: list[bool],
    truncated: list[bool],
) -> None:
    """Carry out an action in each game, which was checked before, and go on to the next decision."""
    t = tables[0]
    for i in range(len(states)):
        s = states[i]
        terminated[i] = False
        truncated[i] = False
        for seat in range(len(rewards[i])):
            rewards[i][seat] = 0.0
        if actor(s) == OVER:
            continue
        apply(s, t, taken[i] + first)
        go_on(s, t, is_rival, net, work, seen, streams[i], actions, weights)
        if actor(s) == OVER:
            returns(s, t, rewards[i])
            truncated[i] = cut_off(s)
            terminated[i] = not cut_off(s)
            if begins_anew:
                assign(s, fresh[0])
                go_on(s, t, is_rival, net, work, seen, streams[i], actions, weights)
        to_act[i] = actor(s)
        write_mask(s, t, first, actions, masks[i], allowed[i])
        observe(s, t, max(0, actor(s)), kind, where, observations[i])


def sample_actions(streams: list[list[int]], allowed: list[list[int]], out: list[int]) -> None:
    """Write a random legal action for each game that is not over."""
    for i in range(len(out)):
        count = allowed[i][COUNT]
        out[i] = nth_allowed(allowed[i], below(streams[i], count)) if count > 0 else 0


def nth_allowed(allowed: list[int], number: int) -> int:
    """Return the action with this many allowed ones before it."""
    place = BITS
    left = number
    bits = allowed[place]
    while True:
        while bits == 0:
            place += 1
            bits = allowed[place]
        if left == 0:
            return (place - BITS << WORD) + lowest_bit(bits & -bits)
        bits &= bits - 1
        left -= 1


def lowest_bit(bit: int) -> int:
    """Return the number of a single bit."""
    number = 0
    if bit & 0xFFFF0000:
        number = 16
    if bit & 0xFF00FF00:
        number += 8
    if bit & 0xF0F0F0F0:
        number += 4
    if bit & 0xCCCCCCCC:
        number += 2
    if bit & 0xAAAAAAAA:
        number += 1
    return number
