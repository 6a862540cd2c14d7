"""What positions and choices are worth, by playing on from completed views: kernel source, on top of `search.py`.

Every game that is played on depends on the view and on its own number alone. Positions and choices that are compared
are given the same numbers, so that what is luck to one of them is luck to all.
"""

from __future__ import annotations

from verso.bots.kernels.search import Desk, play_on
from verso.core.contracts.policy import Floats, Net, evaluate
from verso.core.contracts.rules import S, T, actor, apply, assign, chance, complete, returns
from verso.core.spec import CHANCE, OVER

GOLDEN = 0.6180339887498949
"""Its multiples, without what is before the point, fill the space between 0 and 1 evenly, however many are taken."""


def judged(s: S, t: T, net: Net, desk: Desk, until: int, sharpness: float) -> None:
    """Play on with the light policy and write what comes of it to `desk.worth`.

    A game that is not over by then is judged by the policy, whose judgement `sharpness` makes bolder or more timid.
    """
    play_on(s, t, net, desk, until, 0)
    if actor(s) == OVER:
        returns(s, t, desk.worth)
        return
    evaluate(s, t, net, desk.work, desk.worth)
    for seat in range(len(desk.worth)):
        desk.worth[seat] *= sharpness


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

    Where chance is to act, its outcomes are spread evenly over the games by their odds; `first` is the number of the
    first of them. Returns after each outcome are also added up apart, and how often it was met.
    """
    s = desk.scratch[0]
    for i in range(len(streams)):
        desk.stream[0] = streams[i]
        complete(view, t, seat, desk.stream, s)
        outcome = len(met)
        if actor(s) == CHANCE:
            outcome = let_chance(s, t, desk, (first + i + 0.5) * GOLDEN % 1.0)
        judged(s, t, net, desk, until, sharpness)
        for each in range(len(desk.worth)):
            sums[each] += desk.worth[each]
            squares[each] += desk.worth[each] * desk.worth[each]
            if outcome < len(met):
                by_outcome[outcome][each] += desk.worth[each]
        if outcome < len(met):
            met[outcome] += 1


def compare(
    view: S,
    t: T,
    seat: int,
    net: Net,
    streams: list[int],
    options: list[int],
    until: int,
    sharpness: float,
    desk: Desk,
    sums: list[Floats],
    squares: Floats,
    apart: Floats,
) -> None:
    """Play on after each of several actions of the seat that looks, from the same completions with the same luck.

    Adds returns of every seat, squares of the returns of this seat, and squares of by how much they differ from those
    after the first action.
    """
    s = desk.scratch[1]
    for i in range(len(streams)):
        desk.stream[0] = streams[i]
        complete(view, t, seat, desk.stream, desk.scratch[0])
        after = desk.stream[0]
        base = 0.0
        for j in range(len(options)):
            assign(s, desk.scratch[0])
            desk.stream[0] = after
            apply(s, t, options[j])
            judged(s, t, net, desk, until, sharpness)
            mine = desk.worth[seat]
            if j == 0:
                base = mine
            for each in range(len(desk.worth)):
                sums[j][each] += desk.worth[each]
            squares[j] += mine * mine
            apart[j] += (mine - base) * (mine - base)
