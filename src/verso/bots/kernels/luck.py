"""What chance did to every seat of a game, measured by playing on: kernel source, on top of `values.py`.

For results without their luck (`bots/adjusted.py`). A value may be anything here, as long as it does not depend on what
chance is about to do: then luck is nothing on average, and results without it are right on average.
"""

from __future__ import annotations

from verso.bots.kernels.search import Desk
from verso.bots.kernels.values import begin_tick, judged, let_chance
from verso.core.contracts.policy import Floats, Net, clock
from verso.core.contracts.rules import S, T, apply, assign, chance
from verso.core.rng import below

FINENESS = 1 << 20


def add_value(s: S, t: T, net: Net, streams: list[int], until: int, desk: Desk, share: float, worth: Floats) -> None:
    """Play on from a state once with each stream, and add a share of the mean of the returns."""
    for i in range(len(streams)):
        assign(desk.scratch[0], s)
        begin_tick(desk.stream, streams[i], clock(s))
        judged(desk.scratch[0], t, net, desk, streams[i], until, 1.0)
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
    """Add what an outcome of chance is worth to every seat, less the mean over all outcomes.

    The mean is exact where there are at most `draws` outcomes. Otherwise it is over so many, drawn by their odds, which
    is right on average; their places are spread evenly from a start that `dice` gives.
    """
    assign(after, s)
    apply(after, t, action)
    add_value(after, t, net, streams, until, desk, 1.0, worth)
    count = chance(s, t, outcomes, weights)
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
        let_chance(after, t, desk, (i + start) / draws)
        add_value(after, t, net, streams, until, desk, -1.0 / draws, worth)
