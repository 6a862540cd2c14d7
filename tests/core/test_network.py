"""Networks read from rows come to what matrices come to."""

from __future__ import annotations

import numpy as np
import pytest

from verso.core import network
from verso.core.network import Layers

SHAPE = Layers(figures=7, units=5, second_units=4)
FIRST = 3
"""The row at which the network begins."""


@pytest.mark.parametrize("outputs", [1, 2, 4])
@pytest.mark.parametrize("count", [7, 5])
def test_rows_come_to_what_matrices_come_to(outputs: int, count: int) -> None:
    """Also for fewer figures than there is room for; what `work` held before counts for nothing."""
    rng = np.random.default_rng(outputs)
    rows = rng.normal(size=(FIRST + 7 + 6 + 5, 5))
    figures = np.array([1.0, 0.0, -2.0, 0.0, 0.5, 3.0, 0.0])
    work = rng.normal(size=7 + 5 + 4 + outputs)
    work[:7] = figures
    place = network.feed(rows, FIRST, SHAPE, work, count, outputs)
    first, second, out = rows[FIRST : FIRST + count], rows[FIRST + 7 : FIRST + 13, :4], rows[FIRST + 13 :, :outputs]
    one = np.maximum(figures[:count] @ first, 0)
    two = np.maximum(one @ second[:-1] + second[-1], 0)
    assert place == 7 + 5 + 4
    assert (one > 0).any()
    assert (two > 0).any()
    assert work[place:] == pytest.approx(two @ out[:-1] + out[-1])


def test_shares_sum_to_one_and_follow_the_figures_however_large() -> None:
    work = np.array([5.0, 900.0, 901.0, -1e9, 7.0])
    network.share_out(work, 1, 3)
    assert work[1:4] == pytest.approx([1 / (1 + np.e), np.e / (1 + np.e), 0.0])
    assert (work[0], work[4]) == (5.0, 7.0)
