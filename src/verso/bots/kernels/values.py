"""What positions and choices are worth, by playing on from completed views: kernel source, on top of `search.py`.

Every game that is played on depends on the view and on its own number alone. Positions and choices that are compared
are given the same numbers, so that what is luck to one of them is luck to all: a number's luck begins anew at every
tick of the clock, and what chance does first lies at the same place of its odds. Where every moment can be judged, what
chance does on the way is taken off the result (after AIVAT, 2018), so that few games say as much as many.
"""

from __future__ import annotations

from typing import NamedTuple

from verso.bots.kernels.search import MOST_STEPS, Desk
from verso.core.contracts.policy import Floats, Net, clock, evaluate, foresees, keen_policy
from verso.core.contracts.rules import S, T, actor, apply, assign, chance, complete, draw, returns
from verso.core.rng import MASK, next_word
from verso.core.spec import CHANCE, OVER

GOLDEN = 0.6180339887498949
"""Its multiples, without what is before the point, fill the space between 0 and 1 evenly, however many are taken."""
SPARE = 2
"""The place of `desk.scratch` in which actions are tried; the first two hold the game that is played on."""
OUTCOME = 3
"""The place in which outcomes of chance are looked at."""
MOST_FORESEEN = 64
"""Where chance has more outcomes than these its luck is left in: to look at them all would take too long."""
SCATTER = 2654435761
"""Odd, so that different ticks make different streams of one number."""


def begin_tick(stream: list[int], number: int, tick: int) -> None:
    """Begin the luck that a number has from a tick of the clock on, whatever came before it."""
    stream[0] = (number >> 32 << 32) | ((number ^ (tick + 1) * SCATTER) & MASK)
    next_word(stream)


def begin_game(s: S, desk: Desk, number: int) -> None:
    """Begin a game that is played on: with the luck of its number, of which nothing is known yet."""
    begin_tick(desk.stream, number, clock(s))
    for seat in range(len(desk.luck)):
        desk.luck[seat] = 0.0


def judged(s: S, t: T, net: Net, desk: Desk, number: int, until: int, sharpness: float) -> None:
    """Play on and write what comes of it to `desk.worth`, less the luck that could be foreseen on the way.

    A game that is not over by then is judged by the policy, whose judgement `sharpness` makes bolder or more timid.
    """
    while actor(s) != OVER and clock(s) < until:
        tick = clock(s)
        play_to_tick(s, t, net, desk, tick + 1)
        if clock(s) == tick:  # it is over, or has taken very long
            break
        begin_tick(desk.stream, number, clock(s))
    if actor(s) == OVER:
        returns(s, t, desk.worth)
    else:
        evaluate(s, t, net, desk.work, desk.worth)
        if sharpness != 1.0:
            sharpen(desk.worth, sharpness)
    for seat in range(len(desk.worth)):
        desk.worth[seat] -= desk.luck[seat]


def play_to_tick(s: S, t: T, net: Net, desk: Desk, until: int) -> None:
    """Play on until the clock shows `until`, the game is over or it has taken very long."""
    steps = 0
    while actor(s) != OVER and clock(s) < until and steps < MOST_STEPS:
        if actor(s) == CHANCE:
            action = draw(s, t, desk.stream, desk.actions, desk.weights)
            add_luck(s, t, net, desk, action)
            apply(s, t, action)
        else:
            apply(s, t, chosen(s, t, net, desk))
        steps += 1


def add_luck(s: S, t: T, net: Net, desk: Desk, action: int) -> bool:
    """Add to `desk.luck` what an outcome of chance promises every seat, less the exact mean over all outcomes.

    The mean is in `desk.mean`. On average that is nothing, whatever the judgement is worth: results without it are
    right on average, and spread less the better it foresees them. Returns whether there was anything to be foreseen.
    """
    if not foresees(t):
        return False
    count = chance(s, t, desk.actions, desk.weights)
    if count == 1 or count > MOST_FORESEEN:
        return False
    total = 0
    for i in range(count):
        total += desk.weights[i]
    for seat in range(len(desk.mean)):
        desk.mean[seat] = 0.0
    for i in range(count):
        after = desk.scratch[OUTCOME]
        assign(after, s)
        apply(after, t, desk.actions[i])
        if actor(after) == OVER:
            returns(after, t, desk.worth)
        else:
            evaluate(after, t, net, desk.work, desk.worth)
        for seat in range(len(desk.mean)):
            desk.mean[seat] += desk.weights[i] / total * desk.worth[seat]
            if desk.actions[i] == action:
                desk.luck[seat] += desk.worth[seat]
    for seat in range(len(desk.mean)):
        desk.luck[seat] -= desk.mean[seat]
    return True


def chosen(s: S, t: T, net: Net, desk: Desk) -> int:
    """Return what the player does who plays games on."""
    return keen_policy(s, t, net, desk.work, desk.scratch[SPARE], desk.stream, desk.actions)


def sharpen(worth: Floats, sharpness: float) -> None:
    """Make returns bolder (above 1) or more timid by raising the shares of the win to a power: never above a win."""
    seats = len(worth)
    if seats == 1:
        won = (0.5 + 0.5 * worth[0]) ** sharpness
        lost = (0.5 - 0.5 * worth[0]) ** sharpness
        worth[0] = (won - lost) / (won + lost)
        return
    total = 0.0
    for seat in range(seats):
        worth[seat] = max(0.0, (1.0 + (seats - 1) * worth[seat]) / seats) ** sharpness
        total += worth[seat]
    for seat in range(seats):
        worth[seat] = (seats * worth[seat] / total - 1.0) / (seats - 1)


def finished(s: S, t: T, net: Net, desk: Desk, number: int, place: float, until: int, sharpness: float) -> None:
    """Play on; where chance first has several outcomes it does what lies at a place of its odds.

    What was promised there is written to `desk.first`: the exact mean over its outcomes, as they are judged; without
    foresight it is what came of the game. So a position, and the action after which whoever plays on would come there,
    are played on by the same games and promise the same.
    """
    begin_game(s, desk, number)
    steps = 0
    while actor(s) != OVER and clock(s) < until and steps < MOST_STEPS:
        steps += 1
        if actor(s) != CHANCE:
            apply(s, t, chosen(s, t, net, desk))
        elif chance(s, t, desk.actions, desk.weights) == 1:
            apply(s, t, desk.actions[0])
        else:
            break
    is_promised = False
    if actor(s) == CHANCE and clock(s) < until:
        action = drawn_at(s, t, desk, place)
        is_promised = add_luck(s, t, net, desk, action)
        apply(s, t, action)
        for seat in range(len(desk.first)):
            desk.first[seat] = desk.mean[seat]
    judged(s, t, net, desk, number, until, sharpness)
    if not is_promised:
        for seat in range(len(desk.first)):
            desk.first[seat] = desk.worth[seat]


def drawn_at(s: S, t: T, desk: Desk, place: float) -> int:
    """Return the outcome of chance that lies at a place between 0 and 1 of all its weights."""
    count = chance(s, t, desk.actions, desk.weights)
    total = 0
    for i in range(count):
        total += desk.weights[i]
    return desk.actions[outcome_at(desk.weights, count, int(place * total))]


def outcome_at(weights: list[int], count: int, left: int) -> int:
    """Return which outcome lies so far along all weights, put in a row."""
    outcome = 0
    while outcome < count - 1 and left >= weights[outcome]:
        left -= weights[outcome]
        outcome += 1
    return outcome


class Sums(NamedTuple):
    """What games come to: returns of every seat, their squares, and what was promised where chance first acted."""

    worth: Floats
    squares: Floats
    first: Floats


def value_of(
    view: S,
    t: T,
    seat: int,
    net: Net,
    streams: list[int],
    number: int,
    until: int,
    sharpness: float,
    desk: Desk,
    sums: Sums,
) -> None:
    """Play on from as many completions of a view as there are streams, and add up what comes of it for every seat.

    Where chance first acts its outcomes are spread evenly over the games by their odds; `number` is that of the first.
    """
    s = desk.scratch[0]
    for i in range(len(streams)):
        desk.stream[0] = streams[i]
        complete(view, t, seat, desk.stream, s)
        finished(s, t, net, desk, streams[i], (number + i + 0.5) * GOLDEN % 1.0, until, sharpness)
        add_worth(desk, sums)


def compare(
    view: S,
    t: T,
    seat: int,
    net: Net,
    streams: list[int],
    number: int,
    options: list[int],
    until: int,
    sharpness: float,
    desk: Desk,
    sums: list[Floats],
    firsts: list[Floats],
    squares: Floats,
    apart: Floats,
    before: Sums,
) -> None:
    """Play on after each of several actions of the seat that looks, from the same completions with the same luck.

    Adds returns of every seat and what was promised, squares of the returns of this seat, and squares of by how much
    they differ from those after the first action. What the view is worth before any of them is what the action of
    whoever plays on is worth: that is added to `before`, and is that of the same games.
    """
    s = desk.scratch[1]
    for i in range(len(streams)):
        desk.stream[0] = streams[i]
        complete(view, t, seat, desk.stream, desk.scratch[0])
        place = (number + i + 0.5) * GOLDEN % 1.0
        assign(s, desk.scratch[0])
        begin_tick(desk.stream, streams[i], clock(s))
        own = chosen(s, t, net, desk)
        is_met = False
        base = 0.0
        for j in range(len(options)):
            assign(s, desk.scratch[0])
            apply(s, t, options[j])
            finished(s, t, net, desk, streams[i], place, until, sharpness)
            mine = desk.worth[seat]
            if j == 0:
                base = mine
            squares[j] += mine * mine
            apart[j] += (mine - base) * (mine - base)
            for each in range(len(desk.worth)):
                sums[j][each] += desk.worth[each]
                firsts[j][each] += desk.first[each]
            if options[j] == own:
                is_met = True
                add_worth(desk, before)
        if not is_met:
            assign(s, desk.scratch[0])
            apply(s, t, own)
            finished(s, t, net, desk, streams[i], place, until, sharpness)
            add_worth(desk, before)


def add_worth(desk: Desk, sums: Sums) -> None:
    for each in range(len(desk.worth)):
        sums.worth[each] += desk.worth[each]
        sums.squares[each] += desk.worth[each] * desk.worth[each]
        sums.first[each] += desk.first[each]
