"""What positions and choices are worth, by playing on from completed views: kernel source, on top of `search.py`.

Every game that is played on depends on the view and on its own number alone. Positions and choices that are compared
are given the same numbers, so that what is luck to one of them is luck to all: a number's luck begins anew at every
tick of the clock, and what chance does first lies at the same place of its odds.
"""

from __future__ import annotations

from verso.bots.kernels.search import MOST_STEPS, NONE, Desk
from verso.core.contracts.policy import Floats, Net, clock, evaluate, keen_policy
from verso.core.contracts.rules import S, T, actor, apply, assign, chance, complete, draw, legal, returns
from verso.core.rng import MASK, next_word
from verso.core.spec import CHANCE, OVER

GOLDEN = 0.6180339887498949
"""Its multiples, without what is before the point, fill the space between 0 and 1 evenly, however many are taken."""
SPARE = 2
"""The place of `desk.scratch` in which actions are tried; the first two hold the game that is played on."""
SCATTER = 2654435761
"""Odd, so that different ticks make different streams of one number."""


def begin_tick(stream: list[int], number: int, tick: int) -> None:
    """Begin the luck that a number has from a tick of the clock on, whatever came before it."""
    stream[0] = (number >> 32 << 32) | ((number ^ (tick + 1) * SCATTER) & MASK)
    next_word(stream)


def judged(s: S, t: T, net: Net, desk: Desk, number: int, until: int, sharpness: float) -> None:
    """Play on and write what comes of it to `desk.worth`.

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
        return
    evaluate(s, t, net, desk.work, desk.worth)
    if sharpness != 1.0:
        sharpen(desk.worth, sharpness)


def play_to_tick(s: S, t: T, net: Net, desk: Desk, until: int) -> None:
    """Play on until the clock shows `until`, the game is over or it has taken very long."""
    steps = 0
    while actor(s) != OVER and clock(s) < until and steps < MOST_STEPS:
        if actor(s) == CHANCE:
            apply(s, t, draw(s, t, desk.stream, desk.actions, desk.weights))
        else:
            apply(s, t, chosen(s, t, net, desk))
        steps += 1


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


def finished(s: S, t: T, net: Net, desk: Desk, number: int, place: float, until: int, sharpness: float) -> int:
    """Play on; where chance first has several outcomes it does what lies at a place of its odds.

    Returns which that was, or NONE where somebody had a choice before: then it says nothing of the position itself.
    So a position, and the action after which whoever plays on would come there, are played on by the same games.
    """
    begin_tick(desk.stream, number, clock(s))
    outcome = NONE
    had_choice = False
    steps = 0
    while outcome == NONE and actor(s) != OVER and clock(s) < until and steps < MOST_STEPS:
        steps += 1
        if actor(s) != CHANCE:
            had_choice = had_choice or legal(s, t, desk.actions) > 1
            apply(s, t, chosen(s, t, net, desk))
        elif chance(s, t, desk.actions, desk.weights) == 1:
            apply(s, t, desk.actions[0])
        else:
            outcome = let_chance(s, t, desk, place)
    judged(s, t, net, desk, number, until, sharpness)
    return NONE if had_choice else outcome


def let_chance(s: S, t: T, desk: Desk, place: float) -> int:
    """Let chance do what lies at a place between 0 and 1 of all its weights, put in a row; return which outcome."""
    count = chance(s, t, desk.actions, desk.weights)
    total = 0
    for i in range(count):
        total += desk.weights[i]
    left = int(place * total)
    outcome = 0
    while outcome < count - 1 and left >= desk.weights[outcome]:
        left -= desk.weights[outcome]
        outcome += 1
    apply(s, t, desk.actions[outcome])
    return outcome


def value_of(
    view: S,
    t: T,
    seat: int,
    net: Net,
    streams: list[int],
    first: int,
    until: int,
    sharpness: float,
    desk: Desk,
    sums: Floats,
    squares: Floats,
    by_outcome: list[Floats],
    met: list[int],
) -> None:
    """Play on from as many completions of a view as there are streams; add returns and their squares for every seat.

    Where chance is to act before anybody has a choice, its outcomes are spread evenly over the games by their odds;
    `first` is the number of the first game. Returns after each outcome are added up apart, and how often it was met.
    """
    s = desk.scratch[0]
    for i in range(len(streams)):
        desk.stream[0] = streams[i]
        complete(view, t, seat, desk.stream, s)
        outcome = finished(s, t, net, desk, streams[i], (first + i + 0.5) * GOLDEN % 1.0, until, sharpness)
        add_worth(desk.worth, sums, squares)
        if 0 <= outcome < len(met):
            met[outcome] += 1
            for each in range(len(desk.worth)):
                by_outcome[outcome][each] += desk.worth[each]


def compare(
    view: S,
    t: T,
    seat: int,
    net: Net,
    streams: list[int],
    first: int,
    options: list[int],
    until: int,
    sharpness: float,
    desk: Desk,
    sums: list[Floats],
    squares: Floats,
    apart: Floats,
    before_sums: Floats,
    before_squares: Floats,
) -> None:
    """Play on after each of several actions of the seat that looks, from the same completions with the same luck.

    Adds returns of every seat, squares of the returns of this seat, and squares of by how much they differ from those
    after the first action. What the view is worth before any of them is what the action of whoever plays on is worth:
    its returns are added apart, with squares for every seat, and are those of the same games.
    """
    s = desk.scratch[1]
    for i in range(len(streams)):
        desk.stream[0] = streams[i]
        complete(view, t, seat, desk.stream, desk.scratch[0])
        place = (first + i + 0.5) * GOLDEN % 1.0
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
            if options[j] == own:
                is_met = True
                add_worth(desk.worth, before_sums, before_squares)
        if not is_met:
            assign(s, desk.scratch[0])
            apply(s, t, own)
            finished(s, t, net, desk, streams[i], place, until, sharpness)
            add_worth(desk.worth, before_sums, before_squares)


def add_worth(worth: Floats, sums: Floats, squares: Floats) -> None:
    for each in range(len(worth)):
        sums[each] += worth[each]
        squares[each] += worth[each] * worth[each]
