"""Learned networks of two hidden layers, read from rows of numbers: kernel source, for players of any game.

A network has a row of weights for each figure that is looked at, one for each unit of the first layer, and one for each
unit of the second; a last row of each of these two is what is always added. `work` holds figures, both layers and what
comes out, one after the other. A module that calls this says so in `BUILT_ON`.
"""

from __future__ import annotations

from math import exp
from typing import NamedTuple

from verso.core.contracts.policy import Floats, Net


class Layers(NamedTuple):
    """How many figures a network looks at, at the most, and how many units its layers have."""

    figures: int
    units: int
    second_units: int


def feed(net: Net, first: int, layers: Layers, work: Floats, count: int, outputs: int) -> int:
    """Write what comes out for `count` figures to `work` and return its place; the rows begin at `first`.

    Figures are mostly zero: their rows are left out.
    """
    one = layers.figures
    two = one + layers.units
    for i in range(layers.units):
        work[one + i] = 0.0
    for place in range(count):
        figure = work[place]
        if figure != 0.0:
            weights = net[first + place]
            for i in range(layers.units):
                work[one + i] += figure * weights[i]
    always = net[first + two]
    for i in range(layers.second_units):
        work[two + i] = always[i]
    for unit in range(layers.units):
        figure = work[one + unit]
        if figure > 0.0:
            weights = net[first + one + unit]
            for i in range(layers.second_units):
                work[two + i] += figure * weights[i]
    put_out(net, first + two + 1, layers, work, outputs)
    return two + layers.second_units


def put_out(net: Net, first: int, layers: Layers, work: Floats, outputs: int) -> None:
    """Write what the second layer comes to behind it, by the rows from a first one on."""
    two = layers.figures + layers.units
    out = two + layers.second_units
    for i in range(outputs):
        work[out + i] = net[first + layers.second_units][i]
    for unit in range(layers.second_units):
        figure = work[two + unit]
        if figure > 0.0:
            for i in range(outputs):
                work[out + i] += figure * net[first + unit][i]


def share_out(work: Floats, first: int, count: int) -> None:
    """Make shares of some figures in `work`, the larger the higher a figure is (a softmax): they sum to 1."""
    most = work[first]
    for i in range(1, count):
        most = max(most, work[first + i])
    whole = 0.0
    for i in range(count):
        work[first + i] = exp(work[first + i] - most)
        whole += work[first + i]
    for i in range(count):
        work[first + i] /= whole
