"""What chance did to every seat of a game, measured by playing on: kernel source, on top of `values.py`.

For results without their luck (`bots/adjusted.py`). A value may be anything here, as long as it does not depend on what
chance is about to do: then luck is nothing on average, and results without it are right on average. An action that was
drawn by known odds is chance like any other.
"""

from __future__ import annotations

from verso.bots.kernels.search import Desk
from verso.bots.kernels.values import Luck, judged, outcome_at
from verso.core.contracts.policy import Floats, Net
from verso.core.contracts.rules import S, T, apply, assign, chance
from verso.core.rng import below

FINENESS = 1 << 20


def add_value(s: S, t: T, net: Net, streams: list[int], until: int, desk: Desk, share: float, worth: Floats) -> None:
    """Play on from a state once with each stream, and add a share of the mean of the returns."""
    for i in range(len(streams)):
        assign(desk.scratch[0], s)
        judged(desk.scratch[0], t, net, desk, Luck(streams[i], i, 0), until, 1.0)
        for seat in range(len(worth)):
            worth[seat] += share * desk.worth[seat] / len(streams)


def luck(
    s: S,
    t: T,
    net: Net,
    action: int,
    streams: list[int],
    until: int,
    draws: int,
    dice: list[int],
    desk: Desk,
    after: S,
    weights: list[int],
    outcomes: list[int],
    worth: Floats,
) -> None:
    """Add what an outcome of chance is worth to every seat, less the mean over all outcomes."""
    count = chance(s, t, outcomes, weights)
    luck_of_draw(s, t, net, action, streams, until, draws, dice, desk, after, count, weights, outcomes, worth)


def luck_of_draw(
    s: S,
    t: T,
    net: Net,
    action: int,
    streams: list[int],
    until: int,
    draws: int,
    dice: list[int],
    desk: Desk,
    after: S,
    count: int,
    weights: list[int],
    outcomes: list[int],
    worth: Floats,
) -> None:
    """Add what an action is worth to every seat that was drawn from some, by weights, less the mean over all of them.

    The mean is exact where there are at most `draws` of them. Otherwise it is over so many, drawn by their odds, which
    is right on average; their places are spread evenly from a start that `dice` gives.
    """
    assign(after, s)
    apply(after, t, action)
    add_value(after, t, net, streams, until, desk, 1.0, worth)
    total = 0
    for i in range(count):
        total += weights[i]
    if count <= draws:
        for i in range(count):
            assign(after, s)
            apply(after, t, outcomes[i])
            add_value(after, t, net, streams, until, desk, -weights[i] / total, worth)
        return
    start = below(dice, FINENESS) / FINENESS
    for i in range(draws):
        assign(after, s)
        apply(after, t, outcomes[outcome_at(weights, count, int((i + start) / draws * total))])
        add_value(after, t, net, streams, until, desk, -1.0 / draws, worth)
