"""The weights of the light player of Phase 10 Flip, set by hand and by measuring against itself.

How easy a phase is on each side is the chance that ten dealt cards complete it, as simulated; how much a phase and a
point are worth between rounds was fitted to who won games of the light player.
"""

from __future__ import annotations

import functools

import numpy as np
from numpy.typing import NDArray

from verso.bots.kernels import phase10_flip
from verso.core.game import Setup, View

EASE = (
    (0.64, 0.97),
    (0.92, 0.99),
    (0.58, 0.72),
    (0.37, 0.92),
    (0.07, 0.73),
    (0.04, 0.60),
    (0.17, 0.58),
    (0.01, 0.49),
    (0.18, 0.28),
    (0.23, 0.77),
)
"""For each phase: on the colour side, on the wild side."""
STYLE = {
    phase10_flip.PER_PHASE: 0.59,
    phase10_flip.PER_PHASE_LATE: 0.16,
    phase10_flip.PER_POINT: 0.0104,
    phase10_flip.PER_POINT_FIXED: 0.03,
    phase10_flip.MISSING: 1.0,
    phase10_flip.TIDY: 0.12,
    phase10_flip.POINTS: 0.015,
    phase10_flip.FLIP: 1.0,
    phase10_flip.STAR: 0.75,
    phase10_flip.HEAT: 2.0,
}
ROOM = 64
LONG_ROUND = 30
"""Turns of each seat after which a round drags; most are over after a third of that."""


@functools.lru_cache(maxsize=16)
def network_of(setup: Setup) -> NDArray[np.float64]:
    """Return the rows that the policy reads."""
    net = np.zeros((phase10_flip.ROWS, phase10_flip.WIDTH))
    for place, value in STYLE.items():
        net[0, place] = value
    for phase, sides in enumerate(EASE, start=1):
        net[phase10_flip.EASE : phase10_flip.EASE + 2, phase] = sides
    return net


def risk(view: View) -> None:
    """Say nothing: no choice of this game can lose a turn."""


def drags(view: View) -> bool:
    """Say whether a round has lasted so long that two players may be taking each other's Flip cards for ever.

    Each of them is right to undo the flip of the other as long as it expects the other to do something else then.
    """
    return bool(view.state.turn > LONG_ROUND * view.setup.seats)
