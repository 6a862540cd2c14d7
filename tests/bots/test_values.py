"""What values are made of: judgements that stay within a win and a loss, and luck that is taken off."""

from __future__ import annotations

import numpy as np
import pytest

import verso
from verso.bots.ismcts import new_desk
from verso.bots.kernels import values
from verso.bots.light import light
from verso.bots.values import Tally
from verso.core import kernel
from verso.core.game import Position
from verso.core.rng import Rng
from verso.core.spec import CHANCE


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


def test_luck_that_is_taken_off_is_nothing_on_average() -> None:
    """With every outcome in turn, weighted by its odds, to the last digits: so results without it are right."""
    position, rng = verso.game("flip-city").new(2), Rng("unbiased")
    setup, player = position.setup, light(position.game)
    names = player.keen_modules(position.game, "verso.bots.kernels.search", "verso.bots.kernels.values")
    engine, net = kernel.interpreted(*names), player.player.keen_network_of(setup).tolist()
    desk = new_desk(setup, player.player.ROOM)._replace(scratch=[Position.start(setup).state for _ in range(4)])
    looked_at = 0
    while looked_at < 12:
        if position.to_act == CHANCE and len(position.legal) > 1:
            odds, total = position.weights(), np.zeros(2)
            for action, weight in odds.items():
                desk.luck[:] = 0.0
                assert engine.add_luck(position.state, setup.tables, net, desk, action)
                assert desk.luck.any()
                total += weight * desk.luck
            assert np.abs(total).max() < 1e-12 * sum(odds.values())
            looked_at += 1
        legal = position.legal
        position.push(legal[rng.below(len(legal))])


def test_a_judgement_counts_as_so_many_games() -> None:
    """What was promised and what games came to are weighed by how much each tells."""
    plain, drawn = Tally(2), Tally(2, trust=30)
    for tally in (plain, drawn):
        tally.games = 10
        tally.sums.worth[:], tally.sums.first[:], tally.sums.squares[:] = (6.0, -6.0), (2.0, -2.0), (8.0, 8.0)
    assert plain.win(0) == pytest.approx(0.5 + 0.6 / 2)
    assert drawn.win(0) == pytest.approx(0.5 + (0.2 + 0.4 * 10 / 40) / 2)
    assert drawn.win(0) + drawn.win(1) == pytest.approx(1)
    assert drawn.margin(0) == pytest.approx(plain.margin(0) / 2)
