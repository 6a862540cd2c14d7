"""What values are made of: judgements that stay within a win and a loss."""

from __future__ import annotations

import pytest

from verso.bots.kernels import values


@pytest.mark.parametrize("returns", [[0.96, -0.96], [0.4, -0.1, -0.3], [0.7, -0.2, -0.25, -0.25], [0.9]])
def test_a_bolder_judgement_never_passes_a_win(returns: list[float]) -> None:
    bolder, timid = list(returns), list(returns)
    values.sharpen(bolder, 1.25)
    values.sharpen(timid, 0.8)
    assert returns[0] < bolder[0] < 1
    assert 0 < timid[0] < returns[0]
    assert all(-1 <= each <= 1 for each in bolder)
    if len(returns) > 1:
        assert sum(bolder) == pytest.approx(0)
        assert sum(timid) == pytest.approx(0)
