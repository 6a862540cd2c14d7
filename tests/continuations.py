"""Turns of Flip City played on by the rules, many times: kernel source, to check exact odds against."""

from __future__ import annotations

from verso.core.contracts.rules import S, T, actor, apply, assign, draw, legal
from verso.core.spec import CHANCE, OVER
from verso.games.flip_city.rules import PHASE_PLAY, PLAY, RECYCLE, STOP

MOST = 64  # cash and points are counted up to here


def next_action(s: S, t: T, actions: list[int], count: int, target: int) -> int:
    """Play until so many cards are played, with a Church recycled when the visible card would go over the limit."""
    may_stop = False
    church = -1
    for i in range(count):
        may_stop = may_stop or actions[i] == STOP
        if actions[i] >= RECYCLE and t.recycle_limit[actions[i] - RECYCLE] > 0:
            church = actions[i]
    empty = s.top_count[s.seat] == 0
    if may_stop and (s.played_count >= target or empty):
        return STOP
    if church >= 0 and not empty and s.unhappy + t.unhappy[s.top[s.seat][0]] > s.limit:
        return church
    return PLAY


def play_turns(
    state: S,
    t: T,
    target: int,
    times: int,
    stream: list[int],
    scratch: list[S],
    actions: list[int],
    weights: list[int],
    busts: list[int],
    cash: list[int],
    points: list[int],
) -> None:
    """Play the turn at hand so many times and count how it ended."""
    s = scratch[0]
    for _ in range(times):
        assign(s, state)
        while actor(s) != OVER and s.turn == state.turn and s.phase == PHASE_PLAY:
            if actor(s) == CHANCE:
                apply(s, t, draw(s, t, stream, actions, weights))
            else:
                apply(s, t, next_action(s, t, actions, legal(s, t, actions), target))
        if s.turn != state.turn:
            busts[0] += 1
        else:
            cash[min(MOST - 1, s.cash)] += 1
            points[min(MOST - 1, s.points)] += 1
