"""Sums over blocks of deals, and the intervals that follow from them.

All games of a deal go together: both tables play it, and all seats of a game share it. So what is counted is never the
game. Deals are put into blocks, sums are kept for each block and table, and a figure is worked out from all blocks and
from all but one, for every one (the jackknife). How much those differ is how sure it is. That holds alike for means,
for ratios of sums, for regressions, and for the difference between two tables, whose blocks are of the same deals.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping, Sequence
from statistics import NormalDist
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]

LEAST_BLOCKS = 10
"""With fewer than these no interval is given."""
ENOUGH_BLOCKS = 20
"""With fewer than these nothing is called sure."""
RIDGE = 1e-6
"""Of the mean square of a column, added to it: a thing that everybody has is told from nothing, and has no lift."""


@dataclasses.dataclass
class Sums:
    """What one table's games came to, with a row for each block of deals.

    `ratios` are numerators and denominators by key. `moments` are products of the columns of a regression with each
    other and, in the last place, with what is explained.
    """

    ratios: dict[str, Floats]
    moments: Floats

    @property
    def blocks(self) -> int:
        return len(self.moments)


def joined(parts: Sequence[Sums]) -> Sums:
    """Put sums after each other. A key that some have not met counts there as never."""
    keys = list(dict.fromkeys(key for part in parts for key in part.ratios))
    ratios = {}
    for key in keys:
        ratios[key] = np.concatenate([part.ratios.get(key, _never(part)) for part in parts])
    return Sums(ratios, np.concatenate([part.moments for part in parts]))


def _never(part: Sums) -> Floats:
    games = part.ratios.get("games")
    made = np.zeros((part.blocks, 2))
    if games is not None:
        made[:, 1] = games[:, 0]
    return made


def by_block(values: Floats, size: int) -> Floats:
    """Add up rows, so many at a time; the last block may have fewer."""
    return np.add.reduceat(values, np.arange(0, len(values), size), axis=0)


# --- from sums to estimates


@dataclasses.dataclass(frozen=True)
class Estimates:
    """Figures of one table, and what they would be without each block."""

    value: Floats
    without: Floats
    """A row for each block."""

    def error(self) -> Floats:
        """Return the standard errors, by the jackknife."""
        blocks = len(self.without)
        if blocks < 2:
            return np.full(self.value.shape, np.nan)
        apart = self.without - self.without.mean(axis=0)
        return np.sqrt((blocks - 1) / blocks * (apart**2).sum(axis=0))  # type: ignore[no-any-return]

    def __sub__(self, other: Estimates) -> Estimates:
        return Estimates(self.value - other.value, self.without - other.without)


def ratios(sums: Sums, keys: Sequence[str]) -> Estimates:
    """Return numerators over denominators; what has nothing below the line is no number."""
    table = np.stack([sums.ratios.get(key, _never(sums)) for key in keys], axis=1)
    total = table.sum(axis=0)
    return Estimates(_divided(total), _divided(total - table))


def without_luck(sums: Sums, keys: Sequence[str], luck: Sequence[str]) -> Estimates:
    """Return ratios with a part of their luck taken away, one part for all of them: as much as makes them spread least.

    Luck is nothing on average. The part for a block is found in all others, so that it knows nothing of the luck that
    it is a part of: the figures stay right on average.
    """
    table = np.stack([sums.ratios[key] for key in keys], axis=1)
    lucky = np.stack([sums.ratios[key][:, 0] for key in luck], axis=1)
    above, below = table[..., 0], table[..., 1]
    mean = (above.sum(axis=0) - above) / np.maximum(below.sum(axis=0) - below, 1.0)
    together = _of_others(above * lucky) - mean * _of_others(below * lucky)
    spread = _of_others(lucky**2).sum(axis=1)
    part = np.where(spread > 0, together.sum(axis=1) / np.where(spread > 0, spread, 1.0), 0.0)
    if len(table) >= LEAST_BLOCKS:
        table = np.stack([above - np.clip(part, 0.0, 1.0)[:, None] * lucky, below], axis=2)
    total = table.sum(axis=0)
    return Estimates(_divided(total), _divided(total - table))


def _of_others(values: Floats) -> Floats:
    """Return for each row the sum of all others."""
    return values.sum(axis=0) - values  # type: ignore[no-any-return]


def _divided(pairs: Floats) -> Floats:
    below = pairs[..., 1]
    return np.where(below > 0, pairs[..., 0] / np.where(below > 0, below, 1.0), np.nan)


def regression(sums: Sums) -> Estimates:
    """Return the weights of all columns of the regression, each with all others held as they are."""
    total = sums.moments.sum(axis=0)
    return Estimates(_solved(total[None])[0], _solved(total - sums.moments))


def _solved(moments: Floats) -> Floats:
    products, explained = moments[..., :-1], moments[..., -1:]
    width = products.shape[-1]
    diagonal = np.einsum("...ii->...i", products)
    ridge = RIDGE * np.maximum(diagonal.mean(axis=-1, keepdims=True), 1e-9)
    return np.linalg.solve(products + ridge[..., None] * np.eye(width), explained)[..., 0]


# --- intervals


def reach(blocks: int) -> float:
    """Return how many standard errors a 95% interval spans: Student's quantile, as a series in 1 / freedom."""
    z, free = 1.959964, max(1, blocks - 1)
    return z + (z**3 + z) / (4 * free) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * free**2)


def chance_of(difference: float, error: float, blocks: int) -> float:
    """Return how likely a difference at least so large is where there is none: Student's tail, by Wallace's formula.

    What was the same in every block, and is not nothing, is no chance.
    """
    if not math.isfinite(difference) or not math.isfinite(error):
        return 1.0
    if error == 0:
        return 1.0 if difference == 0 else 0.0
    free = max(1, blocks - 1)
    as_normal = (8 * free + 1) / (8 * free + 3) * math.sqrt(free * math.log1p((difference / error) ** 2 / free))
    return 2 * NormalDist().cdf(-as_normal)


def sure(chances: Mapping[str, float], level: float = 0.05) -> set[str]:
    """Return which of many differences are sure, all together wrong in at most 5 of 100 cases: Holm's way."""
    found = set()
    for place, key in enumerate(sorted(chances, key=lambda each: chances[each])):
        if chances[key] > level / (len(chances) - place):
            break
        found.add(key)
    return found


def of_none(deals: int) -> float:
    """Return the upper end of the 95% interval of a share that was met in none of so many deals (Wilson's)."""
    square = 1.959964**2
    return square / (deals + square)
