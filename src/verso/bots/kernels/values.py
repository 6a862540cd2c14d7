"""What positions and choices are worth, by playing on from completed views: kernel source, on top of `search.py`.

Every game that is played on depends on the view and on its own number alone. Positions and choices that are compared
are given the same numbers, so that what is luck to one of them is luck to all. A number's luck begins anew at every
action of chance: it depends on the tick of the clock and on how often chance has acted in it. So a game goes on alike,
whether it is played on from before an action or from after it. Where every moment can be judged, what chance does on
the way is taken off the result (after AIVAT, 2018), so that few games say as much as many.
"""

from __future__ import annotations

from typing import NamedTuple

from verso.bots.kernels.search import MOST_STEPS, Desk
from verso.core.contracts.policy import Floats, Net, clock, evaluate, foresees, judge, keen_policy
from verso.core.contracts.rules import S, T, actor, apply, assign, chance, complete, legal, returns
from verso.core.rng import MASK, MULTIPLIER, next_word
from verso.core.spec import CHANCE, OVER

SPARE = 2
"""The place of `desk.scratch` in which actions are tried; the first two hold the game that is played on."""
OUTCOME = 3
"""The place in which outcomes of chance are looked at."""
MOST_FORESEEN = 64
"""Where chance has more outcomes than these its luck is left in: to look at them all would take too long."""
SCATTER, SCATTER_DRAWN = 2654435761, 2246822519
"""Odd, so that different moments make different streams of one number."""
NO_ACTION = -1
DIGITS = 14
"""Of places: so many games, as a power of two, are spread evenly."""


class Luck(NamedTuple):
    """What the luck of a game depends on: its stream, which game it is, and how often chance has acted in the tick."""

    stream: int
    number: int
    drawn: int


def begin_luck(stream: list[int], luck: Luck, tick: int, drawn: int) -> None:
    """Begin the luck that a game has in a tick of the clock after so many actions of chance, whatever came before."""
    stream[0] = (luck.stream >> 32 << 32) | ((luck.stream ^ moment(tick, drawn)) & MASK)
    next_word(stream)


def moment(tick: int, drawn: int) -> int:
    """Return 32 bits that tell a tick of the clock and how often chance has acted in it from all others."""
    return ((tick + 1) * SCATTER + drawn * SCATTER_DRAWN) & MASK


def place_of(number: int, tick: int, drawn: int) -> int:
    """Return where among 2**DIGITS places of all odds a game lies at an action of chance.

    Of the first 2, 4, 8 … games one takes a place of each half, quarter, eighth …, and so it is with every such number
    of games after them (a radical inverse, shuffled after Owen). What games meet at one action of chance tells nothing
    of what they meet at another.
    """
    bits = moment(tick, drawn)
    place = 0
    for digit in range(DIGITS):
        block = (number >> (digit + 1)) + (1 << (DIGITS - digit))  # of games that share all higher digits
        word = MULTIPLIER * ((block * SCATTER ^ bits) & MASK) + digit
        word = MULTIPLIER * ((word ^ (word >> 32)) & MASK) + block
        place = 2 * place + ((number >> digit ^ word >> 32) & 1)
    return place


def judged(s: S, t: T, net: Net, desk: Desk, luck: Luck, until: int, sharpness: float) -> None:
    """Play on and write what comes of it to `desk.worth`, less the luck that could be foreseen on the way.

    A game that is not over by then is judged by the policy, whose judgement `sharpness` makes bolder or more timid.
    """
    for seat in range(len(desk.luck)):
        desk.luck[seat] = 0.0
    play_until(s, t, net, desk, luck, until)
    judged_now(s, t, net, desk.work, sharpness, desk.worth)
    for seat in range(len(desk.worth)):
        desk.worth[seat] -= desk.luck[seat]


def judged_now(s: S, t: T, net: Net, work: Floats, sharpness: float, out: Floats) -> None:
    """Write what a moment is worth to every seat: what came of the game, or as the policy judges it."""
    if actor(s) == OVER:
        returns(s, t, out)
        return
    evaluate(s, t, net, work, out)
    if sharpness != 1.0:
        sharpen(out, sharpness)


def judged_for(s: S, t: T, seat: int, net: Net, work: Floats, sharpness: float, out: Floats) -> None:
    """Write what a moment is worth to every seat by what one of them has seen, or what came of the game."""
    if actor(s) == OVER:
        returns(s, t, out)
        return
    judge(s, t, seat, net, work, out)
    if sharpness != 1.0:
        sharpen(out, sharpness)


def promised(
    view: S, t: T, seat: int, net: Net, streams: list[int], action: int, sharpness: float, desk: Desk, out: Floats
) -> None:
    """Write what every seat is promised as a seat sees it, after an action of it unless that is NO_ACTION.

    What an action shows differs by what was hidden: the mean over as many completions of the view as there are streams.
    """
    s = desk.scratch[0]
    for each in range(len(out)):
        out[each] = 0.0
    for i in range(len(streams)):
        desk.stream[0] = streams[i]
        complete(view, t, seat, desk.stream, s)
        if action != NO_ACTION:
            apply(s, t, action)
        if foresees(t):
            follow_forced(s, t, desk)
        judged_for(s, t, seat, net, desk.work, sharpness, desk.worth)
        for each in range(len(out)):
            out[each] += desk.worth[each] / len(streams)


def follow_forced(s: S, t: T, desk: Desk) -> None:
    """Go on while nobody has a choice, chance neither: it is all one moment."""
    for _ in range(MOST_STEPS):
        if actor(s) == OVER:
            return
        if actor(s) == CHANCE:
            count = chance(s, t, desk.actions, desk.weights)
        else:
            count = legal(s, t, desk.actions)
        if count > 1:
            return
        apply(s, t, desk.actions[0])


def play_until(s: S, t: T, net: Net, desk: Desk, luck: Luck, until: int) -> None:
    """Play on until the clock shows `until`, the game is over or a tick has taken very long."""
    tick = clock(s)
    drawn = luck.drawn
    steps = 0
    begin_luck(desk.stream, luck, tick, drawn)
    while actor(s) != OVER and clock(s) < until and steps < MOST_STEPS:
        if clock(s) != tick:
            tick = clock(s)
            drawn = 0
            steps = 0
            begin_luck(desk.stream, luck, tick, drawn)
        steps += 1
        if actor(s) != CHANCE:
            apply(s, t, chosen(s, t, net, desk))
            continue
        begin_luck(desk.stream, luck, tick, drawn)
        action = drawn_at(s, t, desk, place_of(luck.number, tick, drawn))
        drawn += 1
        add_luck(s, t, net, desk, action)
        apply(s, t, action)


def add_luck(s: S, t: T, net: Net, desk: Desk, action: int) -> None:
    """Add to `desk.luck` what an outcome of chance promises every seat, less the exact mean over all outcomes.

    On average that is nothing, whatever the judgement is worth: results without it are right on average, and spread
    less the better it foresees them.
    """
    if not foresees(t):
        return
    count = chance(s, t, desk.actions, desk.weights)
    if count == 1 or count > MOST_FORESEEN:
        return
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


def drawn_at(s: S, t: T, desk: Desk, place: int) -> int:
    """Return the outcome of chance that lies at one of 2**DIGITS places of all weights; the stream says where in it."""
    count = chance(s, t, desk.actions, desk.weights)
    total = 0
    for i in range(count):
        total += desk.weights[i]
    whole = ((place << 32) + next_word(desk.stream)) * total
    return desk.actions[outcome_at(desk.weights, count, whole >> (32 + DIGITS))]


def outcome_at(weights: list[int], count: int, left: int) -> int:
    """Return which outcome lies so far along all weights, put in a row."""
    outcome = 0
    while outcome < count - 1 and left >= weights[outcome]:
        left -= weights[outcome]
        outcome += 1
    return outcome


class Sums(NamedTuple):
    """What games come to: returns of every seat, and their squares."""

    worth: Floats
    squares: Floats


def value_of(
    view: S,
    t: T,
    seat: int,
    net: Net,
    streams: list[int],
    number: int,
    drawn: int,
    until: int,
    sharpness: float,
    desk: Desk,
    sums: Sums,
) -> None:
    """Play on from as many completions of a view as there are streams, and add up what comes of it for every seat.

    `number` is that of the first game, `drawn` how often chance has acted in this tick of the clock.
    """
    s = desk.scratch[0]
    for i in range(len(streams)):
        desk.stream[0] = streams[i]
        complete(view, t, seat, desk.stream, s)
        judged(s, t, net, desk, Luck(streams[i], number + i, drawn), until, sharpness)
        add_worth(desk, sums)


def compare(
    view: S,
    t: T,
    seat: int,
    net: Net,
    streams: list[int],
    number: int,
    drawn: int,
    options: list[int],
    until: int,
    sharpness: float,
    desk: Desk,
    sums: list[Floats],
    squares: Floats,
    apart: Floats,
    before: Sums,
) -> None:
    """Play on after each of several actions of the seat that looks, from the same completions with the same luck.

    Adds returns of every seat, squares of the returns of this seat, and squares of by how much they differ from those
    after the first action. What the view is worth before any of them is what the action of
    whoever plays on is worth: that is added to `before`, and is that of the same games.
    """
    start = desk.scratch[0]
    for i in range(len(streams)):
        desk.stream[0] = streams[i]
        complete(view, t, seat, desk.stream, start)
        assign(desk.scratch[1], start)
        luck = Luck(streams[i], number + i, drawn)
        begin_luck(desk.stream, luck, clock(start), drawn)
        own = chosen(desk.scratch[1], t, net, desk)
        is_met = False
        base = 0.0
        for j in range(len(options)):
            judged_after(start, t, net, desk, options[j], luck, until, sharpness)
            mine = desk.worth[seat]
            if j == 0:
                base = mine
            squares[j] += mine * mine
            apart[j] += (mine - base) * (mine - base)
            for each in range(len(desk.worth)):
                sums[j][each] += desk.worth[each]
            if options[j] == own:
                is_met = True
                add_worth(desk, before)
        if not is_met:
            judged_after(start, t, net, desk, own, luck, until, sharpness)
            add_worth(desk, before)


def judged_after(start: S, t: T, net: Net, desk: Desk, action: int, luck: Luck, until: int, sharpness: float) -> None:
    """Play on after an action, as `judged` says; the start stays as it is."""
    s = desk.scratch[1]
    assign(s, start)
    apply(s, t, action)
    drawn = luck.drawn if clock(s) == clock(start) else 0
    judged(s, t, net, desk, Luck(luck.stream, luck.number, drawn), until, sharpness)


def add_worth(desk: Desk, sums: Sums) -> None:
    for each in range(len(desk.worth)):
        sums.worth[each] += desk.worth[each]
        sums.squares[each] += desk.worth[each] * desk.worth[each]
