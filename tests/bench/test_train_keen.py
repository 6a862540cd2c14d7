"""What the keener player of Flip City learns from is what reviews hold it against."""

from __future__ import annotations

import numpy as np
import pytest

import verso
from verso.core import kernel
from verso.core.network import Layers
from verso.games.flip_city import keen, player

from .scripts import ROOT, loaded

pytestmark = pytest.mark.long


def test_counted_turns_come_to_what_is_expected_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shares sum to one, and the network that was fitted to such turns expects what they come to."""
    monkeypatch.syspath_prepend(ROOT / "bench")  # where it finds the games that it teaches by
    training = loaded("train_keen")
    setup = verso.game("flip-city").setup(2)
    net = player.keen_network_of(setup)
    figures, targets = training.Teacher(setup).counted(net, 40, "test", 0)
    assert len(figures) == len(targets) == 40
    assert targets.sum(axis=1) == pytest.approx(np.ones(40), abs=1e-6)
    assert (targets >= 0).all()
    assert figures[:, keen.ALWAYS] == pytest.approx(np.ones(40))
    layers = Layers(keen.INPUTS, keen.UNITS, keen.SECOND_UNITS)
    work = np.zeros(player.ROOM)
    engine = kernel.compiled(*training.MODULES)
    misjudged = []
    for row, target in zip(figures, targets, strict=True):
        work[: len(row)] = row
        engine.feed(net, keen.BEGINNINGS, layers, work, len(row), 2)
        engine.share_out(work, keen.SHARES, 2)
        misjudged.append(work[keen.SHARES] - target[0])
    assert np.abs(misjudged).mean() < 0.03  # what it was fitted to
